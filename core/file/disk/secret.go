package disk

import (
	"path"
	"path/filepath"
	"strings"

	"docuquest/core/file"
)

// bySecretName is why a file is left out whose name says what it is kept for. A line
// such as !.env of a .ignore file takes it back.
const bySecretName file.Reason = "holds secrets, by its name"

// holdsSecrets reports whether the name of a file says that it holds passwords, tokens
// or private keys. Names that other files have as well say nothing but in the folder of
// one program, as .docker/config.json does: their secrets are masked when their text is
// sent.
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
	secretNames = setOf(
		".env", ".envrc", ".netrc", "_netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".htpasswd", ".htdigest",
		".pypirc", ".npmrc", ".git-credentials", ".dockercfg", ".vault-token", ".terraformrc", ".s3cfg", ".boto", ".passwd-s3fs",
		".msmtprc", ".fetchmailrc", ".secrets", "kubeconfig", "credentials", "credentials.json", "application_default_credentials.json",
		"service-account.json", "serviceaccount.json", "secrets.yaml", "secrets.yml", "secrets.json", "secrets.toml", "secrets.ini",
		"terraform.tfstate", "terraform.tfstate.backup", "secring.gpg",
		".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".rediscli_history",
		"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
	)
	secretExtensions = setOf(
		".pem", ".key", ".ppk", ".p8", ".p12", ".pfx", ".pkcs12", ".jks", ".jceks", ".bks", ".keystore", ".kdb", ".kdbx",
		".keychain", ".keychain-db", ".agekey", ".ovpn", ".tfstate",
	)
	// copyEndings are what editors and people add to the name of a file that they keep a copy of.
	copyEndings = []string{"~", ".bak", ".old", ".orig"}
	// secretInFolders are the folders in which a name says so.
	secretInFolders = map[string]map[string]bool{
		"config":      setOf(".kube"),
		"config.json": setOf(".docker"),
		"auth.json":   setOf(".composer", "composer", "containers"),
		"hosts.yml":   setOf("gh"),
	}
	// shownEnvironments say which variables there are, and are there to be read.
	shownEnvironments = setOf("example", "sample", "template", "dist", "defaults", "schema")
)

// takesBack reports whether a .ignore file says that a path is wanted.
func (ig *ignores) takesBack(path string) bool {
	for level := ig; level != nil; level = level.parent {
		if ignored, decided := decide(level.own, path[level.base:], false); decided {
			return !ignored
		}
	}
	return false
}
