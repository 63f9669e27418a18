package mask

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is hidden in a text is marked «so»; nothing else of it is.
func TestHide(t *testing.T) {
	random := "q7Xw2Lk9ZpR4vT8nB3mY6cH1"
	key := "kX9fQ2mZ7vLp4TtR8sWcYb3NdHj6GaEu"
	for _, c := range []struct{ name, text string }{
		{"nothing", "Gold was found at Troy in 1873, and silver at Laurion."},
		{"a key of Amazon", "aws_access_key_id = «AKIA" + "IOSFODNN7EXAMPLQ»\n"},
		{"a key of GitHub in a sentence", "Use «ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8»."},
		{"a key that the text cuts", "token: «ghp_" + "a1B2c3D4»"},
		{"a key of a model", `client = New("«sk-proj-` + `Ab12Cd34Ef56Gh78Ij90»")`},
		{"no key of a model", "a css class sk-folding-cube-wrapper-element"},
		{"a web token", "curl -H 'Authorization: Bearer «eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r»'"},
		{"a password in an address", "postgres://app:«s3cr3t!»@db.internal:5432/main"},
		{"a stand-in in an address", "postgres://app:${PASSWORD}@db.internal:5432/main"},
		{"an address with a port", "http://localhost:8080/a@b"},
		{"a settings file", "DB_PASSWORD=«hunter2»\nDB_USER=app\n"},
		{"a settings file with a word", "export DB_PASSWORD=«postgres»\n"},
		{"a settings file with quotes", "API_SECRET='«abc$def#1»'\n"},
		{"YAML", "database:\n  password: «tr0ub4dor&3»\n  user: app\n"},
		{"YAML of pairs", "env:\n- name: DB_PASSWORD\n  value: «hunter2»\n"},
		{"JSON", `{"client_secret": "«` + random + `»", "id": 7}`},
		{"JSON in JSON", `"body": "{\"api_key\": \"«` + random + `»\"}"`},
		{"Go", `	cfg := Config{Password: "«p4ssw0rd»", User: user}`},
		{"TypeScript", `const apiKey: string = "«` + random + `»";`},
		{"a call", `os.Setenv("API_TOKEN", "«` + random + `»")`},
		{"PHP", `define('DB_PASSWORD', '«w0rdpr3ss»');`},
		{"XML", `<password>«hunt3r!»</password>`},
		{"a pair of XML", `<add key="ApiKey" value="«` + random + `»"/>`},
		{"properties", "spring.datasource.password=«s3cr3t»\n"},
		{".netrc in a line", "machine api.example.org login bob password «s3cr3t»\n"},
		{".netrc", "machine api.example.org\n  login bob\n  password «s3cr3t»\n"},
		{"a connection", "Server=db;User Id=sa;Password=«P4ssword»;Encrypt=true"},
		{"an account", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6MDEyMzQ1Njc4OTA=»;EndpointSuffix=x"},
		{"a flag", "mysql --user root --password «hunter2» main"},
		{"a Dockerfile", "ENV API_TOKEN «" + random + "»\n"},
		{"a header", "X-Api-Key: «0123456789abcdef0123456789abcdef»\n"},
		{"a table", "| API key | «" + random + "» |"},
		{"a private key", "a\n«-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAsPnoGUOnrpiSqt4X\nynxA+HRP7S+BSObI6qJ7fQAVSPtRkqso\n-----END RSA PRIVATE KEY-----»\nb"},
		{"a private key in JSON", `{"private_key": "«-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEAsPnoGUOnrpiSqt4X\n-----END PRIVATE KEY-----»\n"}`},
		{"the beginning of a private key", "«-----BEGIN EC PRIVATE KEY-----\nMIIEowIBAAKCAQEAsPnoGUOnrpiSqt4X\nynxA+HRP7S+BSObI6qJ7f\n»A sentence follows."},
		{"the end of a private key", "A sentence.\n«ynxA+HRP7S+BSObI6qJ7fQAVSPtRkqso\nabc=\n-----END EC PRIVATE KEY-----»"},
		{"a certificate", "-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEAsPnoGUOnrpiSqt4XynxA+HRP7S+BSObI6qJ7fQAVSPtRkqso\n-----END CERTIFICATE-----\n"},
		{"one that is only spoken of", "It begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----."},
		{"a cluster", "users:\n- name: a\n  user:\n    client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb3dJQkFBS0NBUUVBc1Bubw==»\n"},
		{"alone", "The nightly job uses «wJ7xK3mP9qR2sT5vY8zB1cD4eF6gH0jL2nM5pQ8r».\n"},
		{"an escaped quote", `password = "«ab\"cd1efg»" # of the shop`},
		{"an escaped quote in JSON in JSON", `"body": "{\"password\": \"«ab\\\"cd1efg»\", \"id\": 7}"`},
		{"an escaped backslash at the end", `{"password": "«ab1cd\\»", "port": "80"}`},
		{"an escaped quote that the text cuts", `password = "«ab\"cd1efg»`},
		{"a language without escapes", `$password = '«C:\ab1\'» + "x"`},
		{"a string of several lines", "password = \"\"\"«hunter2»\"\"\"\n"},
		{"what holds a word of stand-ins", "DB_PASSWORD=«yourS3cr3t!x9»\nDB_PASS=«example-prod-8f2kq»\nDB_SECRET=«xxxx9Lk2!q»\n"},
		{"an address that holds a word of stand-ins", "postgres://app:«changeme77»@db.internal:5432/main"},
		{"the end of a path", "stored under «backup/nightly/wJ7xK3mP9qR2sT5vY8zB1cD4eF6gH0jL2nM5pQ8r»\n"},
		{"beside", "the token of the nightly job is «wJ7xK3mP9qR2sT5v»\n"},

		{"a commit", "fixed in 24e2ba1f0c5d6e7a8b9c0d1e2f3a4b5c6d7e8f90\n"},
		{"a UUID", "id: 123e4567-e89b-42d3-a456-426614174000\n"},
		{"go.sum", "golang.org/x/text v0.3.0 h1:g61tztE5qeGQ89tm6NTjjM9VPIm088od1l6aSorWRWg=\n"},
		{"package-lock", `"integrity": "sha512-5l4VyZR86LZ/lDxZTR6jqL8AFE2S0IFLMP26AbjsLVADxHdhB/c0GUsH+y39UfCi3dzz8OlQuPmnaJOMoDHQBA=="`},
		{"a picture", "![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)"},
		{"a public key", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDw4o6gJy8UtmIbkcpnkO3Kwc4 a@b"},
		{"names", "getElementsByTagNameNS2 OpAddPairsGroupedInt16x16 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"},
		{"variables", "password = args.password\ntoken := next()\nsecret, err := read(path)\nPassword: password,\n"},
		{"types", "password: string\ntoken?: string;\npassword: str = None\nsecret String `json:\"secret\"`\n"},
		{"stand-ins", "PASSWORD=changeme\nTOKEN=<your token>\nAPI_KEY=${API_KEY}\npassword: ********\n"},
		{"more stand-ins", "PASSWORD=your-password-here\nTOKEN=REPLACE_ME\nAPI_KEY=xxxx-xxxx-xxxxx\nSECRET=<my-example-secret>\nPASS=sk-...\n"},
		{"a checksum with slashes", "golang.org/x/text v0.3.0 h1:/g61tzt//E5qeGQ89tm6NTjjM9VPIm088od1l6aSorWRWg=\n"},
		{"lines of a file", strings.Repeat(strings.Repeat("q7Xw2Lk9ZpR4vT8nB3m/6cH1", 4)+"\n", 2) + "ZpR4vT8nB3mY6cH1q7Xw2Lk9q7Xw2Lk9ZpR4vT8nB3mY\n"},
		{"lines of a file to the end", strings.Repeat(strings.Repeat("q7Xw2Lk9ZpR4vT8nB3m/6cH1", 4)+"\n", 2) + "ZpR4vT8nB3mY6cH1q7Xw2Lk9q7Xw2Lk9ZpR4vT8nB3mYQ==\n"},
		{"below a rule of dashes", strings.Repeat("-", 76) + "\n«" + key + "»\n" + strings.Repeat("-", 76) + "\n"},
		{"below a rule of equal signs", strings.Repeat("=", 80) + "\n«" + key + "»\n"},
		{"below a rule of letters", strings.Repeat("X", 80) + "\n«" + random + "o=»\n"},
		{"below a rule behind a sign", "x " + strings.Repeat("-", 80) + "\n«" + key + "»\n"},
		{"below a heading between rules", strings.Repeat("-", 80) + "\n## token\n" + strings.Repeat("-", 80) + "\n«" + key + "»\n"},
		{"below a long name", strings.Repeat("the-long-name-of-a-thing/", 4) + "\n«" + key + "»\n"},
		{"below one line of a file", strings.Repeat("q7Xw2LkAAAAAAAAAAAAAAAAA", 4) + "\n«" + key + "»\n"},
		{"as long as the rule below", "«" + key + key + key + "»\n" + strings.Repeat("=", 96) + "\n"},
		{"behind a dot", "secret = x.«kX9fQ2mZ7vLp4TtR8s»\nbot token: «a1b2.kX9fQ2mZ7vLp4TtR8s»\nthe token is x.«kX9fQ2mZ7vLp4TtR8s».\n"},
		{"in a path", "the token is in example.«com/hooks/a/kX9fQ2mZ7vLp4TtR8s»\n"},
		{"in front of a bracket", "password: «" + key + "»(x)\napi: «" + key + "»(x)\ntoken «" + key + "»(see below)\nMy password is «kX9fQ2mZ7vLp4TtR»(do not share)\n"},
		{"in front of a bracket, alone", "It is «" + key + "»(as of today).\n"},
		{"a function", "return rewriteValueAMD64_OpAMD64VPMOVVec16x16ToM(v)"},
		{"a path of an address", "the token is told of on github.com/golang/go/pull/53164a1b2c"},
		{"bytes of a program", `"\x00US/Indiana-StarkeTZif2\x00\x00"`},
		{"labels", `"password": "Your password", "token": "Token"`},
		{"a word in JSON", `{"user": "admin", "password": "«sunshine»", "api_key": "«bananas»"}`},
		{"a word in XML", `<user><name>a</name><password>«sunshine»</password></user>` + "\n"},
		{"a word with attributes in XML", `<Pass encoding="plain">«sunshine»</Pass>` + "\n"},
		{"a word in YAML", "db:\n  password: «sunshine»  # of the shop\n  token: «walrus»\n"},
		{"a word in a connection", "Server=db;User Id=sa;Pwd=«winter»;Encrypt=true"},
		{"a word in an address", "GET /reset?user=anna&password=«canyon»&page=2 HTTP/1.1"},
		{"a variable in a program", "func open() {\n\tcfg := Config{\n\t\tPassword: opts,\n\t}\n\ttoken = tok\n}\n"},
		{"curl", "curl -s -u anna:«sunshine» https://example.org && curl -u \"$USER:$TOKEN\" https://example.org\n"},
		{"curl in several lines", "curl https://example.org \\\n  --user 'anna:«two words»'\n"},
		{"sshpass", "sshpass -p «sunshine» ssh root@10.0.0.7; ssh -p 2222 a@b\n"},
		{"docker login", "docker login -u anna -p «sunshine» r.example.org\ndocker run -p 8080:80 -u 1000:1000 nginx\n"},
		{"mysql", "mysql -uroot -p«sunshine» shop\nmysql -u root -p shop\nmkdir -p src/main\n"},
		{"smbclient and others", "smbclient //f/s -U anna%«sunshine»\nlftp -u anna,«sunshine» f\nopenssl rsa -passin pass:«sunshine»\n"},
		{"a column", "id,user,password,note\n1,anna,«sunshine»,old\n2,bob,,\n3,carol,\"«a,b»\",x\n\nid,password\n"},
		{"a column behind semicolons", "System;Kennwort\r\nSAP;«Sommer»\r\n"},
		{"a column of Markdown", "| user | password |\n|---|---|\n| anna | `«sunshine»` |\n| bob | none |\n\nThe end | is | here.\n"},
		{"no column", "name,password,token := read()\nfield,type\npassword,string\naddress,text\n"},
		{"rows of SQL", "INSERT INTO u (id, password) VALUES (1, '«sunshine»'), (2, '«rain, hail»');\n"},
		{".pgpass", "db.example.org:5432:shop:app:«sunshine»\n*:*:*:postgres:«rain»\nmain.go:12:34:a:b\n10:20:30:40:50\n"},
		{".htpasswd", "anna:«$apr1$Zx4gZk2B$V3yYzYg3nEw0ZlC7xX5pd0»\nbob:«{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=»\n"},
		{"a data source of Go", `sql.Open("mysql", "app:«sunshine»@tcp(db:3306)/shop")`},
		{"other languages", "Kennwort: «Segelboot»\nContraseña: «velero»\nSenha = «veleiro»\nMot de passe : «voilier»\nПароль: «parusnik»\n密码：«fanchuan»\n"},
		{"sentences of other languages", "Das Kennwort lautet «Rote7Bete». Le mot de passe est obligatoire. La contraseña es incorrecta. 密码错误。\n"},
		{"a sentence", "The password is required, the token is expired, and the password is «hunt3r!x».\n"},
		{"a line that is too long for headings", "password," + strings.Repeat(strings.Repeat("abc", 13)+",", 50) + strings.Repeat("yyyyy,", 49) + "z\n"},
		{"a user of SQL", "create user a identified by '«tortoise»';\nCREATE USER 'a'@'%' IDENTIFIED WITH caching_sha2_password BY '«tortoise»';\n"},
		{"names of other languages", "PW: «sunshine»\nAdgangskode: «solskin»\npassord: «solskinn»\nJelszó: «napsugar»\n"},
		{"a word at the end of a sentence", "The admin password is «qwertzu». I hope his password is «Rosebud»\nThe password is generated. The password is secret.\n"},
		{"a row of two cells", "| User | anna |\n| Password | «sunshine» |\n| Password | required |\n| password | sunshine | of the shop |\n"},
		{"settings without a sign", "imap_pass «sunshine»\nstorePassword «sunshine»\nuser_password varchar\ndb_password required\nreset_password sends a mail\n"},
		{"what grammars call tokens", `{"token": "COUNT", "name": "count"}`},
		{"flags in a sentence", "With --insecure-no-password while ``--password`` to the --token flag of a program.\n"},
		{"numbers in a sentence", "The token is base64-encoded, the key is 2048-bit and the password is SHA-256-hashed.\n"},
		{"calls", `req.SetBasicAuth("anna", "«sunshine»"); get(url, auth=("anna", "«sunshine»")); BasicAuth(user, pass); auth("a", "b")`},
		{"addresses", "proxy_pass http://localhost:8384/;\ntoken: https://example.org/token\n"},
		{"the tests' words", "--- PASS: TestVet/5 (0.00s)\nPWD=/home/a1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("«", "", "»", "").Replace(c.text)
			var marked strings.Builder
			done := 0
			for _, s := range merged(secretsIn(text)) {
				marked.WriteString(text[done:s.start] + "«" + text[s.start:s.end] + "»")
				done = s.end
			}
			marked.WriteString(text[done:])
			if diff := cmp.Diff(c.text, marked.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A token of any length costs each of its bytes the same: one of twice the length takes
// twice the looks at it, and not four times as many.
func TestLongTokens(t *testing.T) {
	for _, c := range []struct{ name, piece string }{
		{"beside names", "token/a1"}, {"of short words", "ab+"}, {"of long words", "abcdefghijklmnop1/"}, {"of marks", "a//"},
	} {
		glanced := func(n int) int {
			s := scanner{text: "the token is " + strings.Repeat(c.piece, n)}
			s.words(len(s.text))
			return s.glanced
		}
		once, twice := glanced(5000), glanced(10000)
		if once == 0 && c.name != "of marks" || twice > 2*once+1000 {
			t.Errorf("%s: %d bytes are looked at, and %d of one twice as long", c.name, once, twice)
		}
	}
}

// The same secret has the same placeholder in all texts, also where nothing tells that
// it is one, and a placeholder that was there before is not taken for ours.
func TestMask(t *testing.T) {
	m := New()
	texts := []string{"Log in with hunter2!x at db.", "DB_PASSWORD=hunter2!x\n", "It says [secret-1] and [secret-77].", "nothing"}
	hidden := m.HideAll(texts)
	want := []string{"Log in with [secret-1] at db.", "DB_PASSWORD=[secret-1]\n", "It says [secret-2] and [secret-3].", "nothing"}
	if diff := cmp.Diff(want, hidden); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
	for i, text := range hidden {
		if back := restored(m, text); back != texts[i] {
			t.Errorf("%q comes back as %q", text, back)
		}
	}
	if got := restored(m, "[secret-4] [secret-0] [secret-x] [secret-1"); got != "[secret-4] [secret-0] [secret-x] [secret-1" {
		t.Errorf("placeholders that nobody was given become %q", got)
	}
}

// restored is a text with the secrets of a mask put back.
func restored(m *Mask, text string) string {
	r := m.Restorer(PlainReply)
	return r.Next(text) + r.Rest()
}

// A secret stands in a JSON reply as JSON has it.
func TestRestoreJSON(t *testing.T) {
	m := New()
	m.Hide("password: 'a\"1<b\\c!'\n")
	r := m.Restorer(JSONReply)
	if got := r.Next(`{"quote": "password: [secret-1]"}`) + r.Rest(); got != `{"quote": "password: a\"1<b\\c!"}` {
		t.Errorf("got %s", got)
	}
}

// However a text is cut into pieces, it is restored as if it was whole, and nothing is
// held back that cannot become a placeholder.
func FuzzRestorer(f *testing.F) {
	for _, seed := range []string{"a [secret-1] b", "[[secret-2]]", "[secret-[secret-1]", "[secret-1234567]", "[secret-", "x["} {
		f.Add(seed, 3)
	}
	m := New()
	m.Hide("PASSWORD=hunter2!x\nDB_PASSWORD='top[secret-1'\n")
	f.Fuzz(func(t *testing.T, text string, size int) {
		size = 1 + max(size, -size)&7
		r := m.Restorer(PlainReply)
		var out strings.Builder
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			out.WriteString(r.Next(rest[:n]))
			if len(r.held) > len(placeholderStart)+placeholderDigits {
				t.Fatalf("%q is held back", r.held)
			}
			rest = rest[n:]
		}
		out.WriteString(r.Rest())
		if want := restored(m, text); out.String() != want {
			t.Fatalf("in pieces %q, whole %q", out.String(), want)
		}
	})
}

// Whatever a text holds, hiding takes nothing else away, and what is hidden comes back.
func FuzzHide(f *testing.F) {
	for _, seed := range []string{
		"DB_PASSWORD=hunter2\n", "-----BEGIN PRIVATE KEY-----\nabc", `"token": "` + strings.Repeat("aB3", 9), "://a:b@c",
		"password\n", "-----END PRIVATE KEY-----", "[secret-1] eyJ.a.b", "LS0tLS1CRUdJTi", "12345678:AA", "x value= token", `\n\`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range secretsIn(text) {
			if s.start < 0 || s.end <= s.start || len(text) < s.end {
				t.Fatalf("stretch %v of %d bytes", s, len(text))
			}
		}
		m := New()
		if back := restored(m, m.Hide(text)); back != text {
			t.Fatalf("%q comes back as %q", text, back)
		}
	})
}
