// Package outsidetest helps tests of what leaves the machine: it plants secrets in
// texts of many formats, and records what a server receives, byte for byte.
package outsidetest

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Planted is a file with one secret in it.
type Planted struct {
	Path   string
	Text   string
	Secret string // as it is in Text; of a private key one line of its body
}

// Plant makes n files with a secret each, all of them different. The same seed gives
// the same files.
func Plant(seed uint64, n int) []Planted {
	r := rand.New(rand.NewPCG(seed, seed))
	planted := make([]Planted, n)
	for i := range planted {
		bed := beds[i%len(beds)]
		secret := bed.secret(r)
		planted[i] = Planted{
			Path:   fmt.Sprintf("planted/%03d-%s", i, bed.file),
			Text:   strings.ReplaceAll(strings.ReplaceAll(bed.text, "{secret}", secret), "{n}", fmt.Sprint(i)),
			Secret: longestLine(secret),
		}
	}
	return planted
}

// A bed is a file with a secret of some kind.
type bed struct {
	file   string
	text   string // with {secret}, and {n} for the number of the file
	secret func(*rand.Rand) string
}

const (
	lower   = "abcdefghijklmnopqrstuvwxyz"
	upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
	base62  = upper + lower + digits
	base64s = base62 + "+/"
	hexes   = digits + "abcdef"
)

var beds = []bed{
	{".env", "APP_NAME=shop{n}\nAWS_ACCESS_KEY_ID={secret}\nDEBUG=true\n", key("AKIA", upper+digits, 16)},
	{".env", "AWS_REGION=eu-west-1\nAWS_SECRET_ACCESS_KEY={secret}\n", key("", base64s, 40)},
	{".env", "DB_USER=app\nDB_PASSWORD={secret}\nDB_HOST=db{n}\n", password},
	{".env", "export GITHUB_TOKEN=\"{secret}\"\n", key("ghp_", base62, 36)},
	{".env", "OPENAI_API_KEY={secret}\n", key("sk-proj-", base62, 48)},
	{".env", "ANTHROPIC_API_KEY='{secret}'\n", key("sk-ant-api03-", base62+"-_", 90)},
	{".env", "OPENROUTER_API_KEY={secret}\n", key("sk-or-v1-", hexes, 64)},
	{".env", "SESSION_SECRET={secret}\n", key("", hexes, 32)},
	{"values.yaml", "service:\n  name: shop{n}\n  apiKey: {secret}\n  port: 80\n", key("", base62, 32)},
	{"values.yaml", "smtp:\n  user: mail\n  password: \"{secret}\"\n", password},
	{"compose.yaml", "services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD={secret}\n", password},
	{"deploy.yaml", "env:\n  - name: STRIPE_SECRET_KEY\n    value: \"{secret}\"\n", key("sk_live_", base62, 24)},
	{"config.json", "{\"name\": \"shop{n}\", \"client_secret\": \"{secret}\", \"port\": 1}\n", key("", base62, 28)},
	{"config.json", "{\n  \"gitlab\": {\"token\": \"{secret}\"}\n}\n", key("glpat-", base62+"-_", 20)},
	{"account.json", "{\"type\": \"service_account\", \"private_key\": \"-----BEGIN PRIVATE KEY-----\\n{secret}\\n-----END PRIVATE KEY-----\\n\"}\n", key("MII", base64s, 61)},
	{"server.pem", "{secret}", private("RSA PRIVATE KEY")},
	{"id_ed25519", "{secret}", private("OPENSSH PRIVATE KEY")},
	{"kubeconfig", "users:\n- name: admin{n}\n  user:\n    token: {secret}\n", key("", base62, 40)},
	{"kubeconfig", "users:\n- name: admin{n}\n  user:\n    client-key-data: {secret}\n", func(r *rand.Rand) string {
		return base64.StdEncoding.EncodeToString([]byte(private("RSA PRIVATE KEY")(r)))
	}},
	{"secret.yaml", "kind: Secret\nmetadata:\n  name: shop{n}\ndata:\n  password: {secret}\n", func(r *rand.Rand) string {
		return base64.StdEncoding.EncodeToString([]byte(drawn(r, base62, 16)))
	}},
	{".netrc", "machine api{n}.test.org login bob password {secret}\n", password},
	{".netrc", "machine api{n}.test.org\n  login bob\n  password {secret}\n", password},
	{".npmrc", "registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken={secret}\n", key("npm_", base62, 36)},
	{".pypirc", "[pypi]\nusername = __token__\npassword = {secret}\n", key("pypi-AgEIcHlwaS5vcmc", base62+"-_", 80)},
	{"main.go", "package main\n\nconst apiKey{n} = \"{secret}\"\n", key("AIza", base62+"-_", 35)},
	{"main.go", "package main\n\nfunc main() {\n\tdb := open(\"postgres://app:{secret}@db{n}:5432/main\")\n}\n", key("", base62, 14)},
	{"client.ts", "const client = new Client({ apiKey: '{secret}' }); // {n}\n", key("", base62, 40)},
	{"app.py", "import slack\n\nslack_token = \"{secret}\"  # {n}\n", key("xoxb-", digits+"-"+base62, 50)},
	{"app.py", "client = connect(host, password='{secret}')\n", password},
	{"Main.java", "  private static final String PASSWORD = \"{secret}\"; // {n}\n", password},
	{"app.properties", "spring.datasource.username=app\nspring.datasource.password={secret}\n", password},
	{"web.config", "<add key=\"ApiKey\" value=\"{secret}\" />\n", key("", base62, 32)},
	{"web.config", "connectionString=\"Server=db{n};Database=main;User Id=sa;Password={secret};\"\n", password},
	{"storage.txt", "DefaultEndpointsProtocol=https;AccountName=shop{n};AccountKey={secret};EndpointSuffix=core.windows.net\n", key("", base64s, 86)},
	{"README.md", "Log in with `curl -H \"Authorization: Bearer {secret}\" https://api{n}.test.org`.\n", func(r *rand.Rand) string {
		return "eyJhbGciOiJIUzI1NiJ9.eyJ" + drawn(r, base62, 40) + "." + drawn(r, base62+"-_", 43)
	}},
	{"README.md", "# Set-up {n}\n\nThe API token of the test system is `{secret}`.\n", key("", base62, 32)},
	{"notes.md", "- db{n}: https://admin:{secret}@grafana.test.org/login\n", key("", base62, 16)},
	{"notes.md", "Ask the bot with {secret} when it hangs ({n}).\n", key("", base62, 44)},
	{"deploy.sh", "mysql --user root --password {secret} main{n}\n", password},
	{"Dockerfile", "FROM scratch\nENV NPM_TOKEN={secret}\n", key("npm_", base62, 36)},
}

func key(prefix, alphabet string, length int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return prefix + drawn(r, alphabet, length) }
}

func drawn(r *rand.Rand, alphabet string, length int) string {
	key := make([]byte, length)
	for i := range key {
		key[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(key)
}

// password is one that a person makes up: a word with digits and a sign.
func password(r *rand.Rand) string {
	return drawn(r, lower, 5+r.IntN(4)) + drawn(r, digits, 1+r.IntN(3)) + drawn(r, "!_-+#", 1) + drawn(r, base62, 3)
}

func private(label string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		var b strings.Builder
		fmt.Fprintf(&b, "-----BEGIN %s-----\n", label)
		for range 12 {
			b.WriteString(drawn(r, base64s, 64) + "\n")
		}
		fmt.Fprintf(&b, "%s=\n-----END %s-----\n", drawn(r, base64s, 43), label)
		return b.String()
	}
}

// longestLine is the first of the longest lines of a secret: the header of a private key
// is none.
func longestLine(secret string) string {
	longest := ""
	for line := range strings.Lines(secret) {
		if line = strings.TrimSpace(line); len(line) > len(longest) {
			longest = line
		}
	}
	return longest
}
