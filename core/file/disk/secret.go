package disk

import (
	"path"
	"strings"

	"docuquest/core/file"
)

// bySecretName is why a file is left out whose name says what it is kept for. A line
// such as !.env of a .ignore file takes it back.
const bySecretName file.Reason = "holds secrets, by its name"

// holdsSecrets reports whether the name of a file says that it holds passwords, tokens
// or private keys. Names that other files have as well, such as config.json, say
// nothing: their secrets are masked when their text is sent.
func holdsSecrets(name string) bool {
	name = strings.ToLower(name)
	if secretNames[name] || secretExtensions[path.Ext(name)] {
		return true
	}
	kind, isEnvironment := strings.CutPrefix(name, ".env.")
	return isEnvironment && !shownEnvironments[kind]
}

var (
	secretNames = setOf(
		".env", ".envrc", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".htpasswd", ".pypirc", ".git-credentials", ".dockercfg",
		".vault-token", "credentials", "credentials.json", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
	)
	secretExtensions = setOf(".pem", ".key", ".ppk", ".p12", ".pfx", ".jks", ".keystore", ".kdbx")
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
