package disk

import (
	"path"
	"path/filepath"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// bySecretName is the reason to leave out a file whose name shows that it contains
// secrets. A line of a .ignore file, such as !.env, lets it in.
const bySecretName file.Reason = "holds secrets, by its name"

// holdsSecrets reports whether the name of a file means that it contains passwords,
// tokens or private keys. A name that other files have as well counts only in the folder
// of one program, as in .docker/config.json; elsewhere the secrets are masked when the
// text is sent.
func (p place) holdsSecrets() bool {
	name := strings.ToLower(p.name())
	for _, kept := range copyEndings {
		name = strings.TrimSuffix(name, kept)
	}
	if folders := secretInFolders[name]; folders != nil {
		return folders[strings.ToLower(filepath.Base(filepath.Dir(p.native())))]
	}
	extension := path.Ext(name)
	if secretNames[name] || secretExtensions[extension] {
		return true
	}
	if kind, isEnvironment := strings.CutPrefix(name, ".env."); isEnvironment {
		return !shownEnvironments[kind]
	}
	return extension == ".env" && !shownEnvironments[strings.TrimSuffix(name, extension)]
}

var (
	secretNames = text.WordSet(`.env .envrc .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .htpasswd .htdigest
		.pypirc .npmrc .git-credentials .dockercfg .vault-token .terraformrc .s3cfg .boto .passwd-s3fs
		.msmtprc .fetchmailrc .secrets kubeconfig credentials credentials.json application_default_credentials.json
		service-account.json serviceaccount.json secrets.yaml secrets.yml secrets.json secrets.toml secrets.ini
		terraform.tfstate terraform.tfstate.backup secring.gpg
		.bash_history .zsh_history .psql_history .mysql_history .rediscli_history
		id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk`)
	secretExtensions = text.WordSet(`.pem .key .ppk .p8 .p12 .pfx .pkcs12 .jks .jceks .bks .keystore .kdb .kdbx
		.keychain .keychain-db .agekey .ovpn .tfstate`)
	// copyEndings are what editors and people add to the name of a file that they keep a copy of.
	copyEndings = []string{"~", ".bak", ".old", ".orig"}
	// secretInFolders are the folders in which a name counts as a secret.
	secretInFolders = map[string]map[string]bool{
		"config":      text.WordSet(".kube"),
		"config.json": text.WordSet(".docker"),
		"auth.json":   text.WordSet(".composer composer containers"),
		"hosts.yml":   text.WordSet("gh"),
	}
	// shownEnvironments end the names of files that document variables for people.
	shownEnvironments = text.WordSet("example sample template dist defaults schema")
)
