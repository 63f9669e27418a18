package disk

import (
	"testing"

	"docuquest/core/file"
)

// Files whose names say that they hold secrets are left out, unless a .ignore file
// wants them; the rules of git have no say in it, since what is in a repository is
// not for that reason to be searched.
func TestSecretNames(t *testing.T) {
	root := plant(t, tree{
		".gitignore": "!.env\n!server.pem\n",
		".env":       "", "a/ID_RSA": "", "a/.env.local": "", "a/.env.example": "", "a/.env.md": "", "a/env": "",
		"server.pem": "", "tls/server.key": "", "tls/keys.md": "", ".ssh/id_ed25519": "", ".ssh/id_ed25519.pub": "",
		".aws/credentials": "", ".aws/config": "", "docs/credentials.md": "", "config.json": "",
		"AuthKey.p8": "", ".npmrc": "", ".kube/config": "", "git/config": "", ".docker/config.json": "", "infra/terraform.tfstate": "",
		"infra/a.tfstate": "", "infra/main.tf": "", "k8s/secrets.yaml": "", "k8s/secrets.yml": "", "k8s/secrets.md": "",
		"passwords.kdbx": "", "prod.env": "", "example.env": "", ".bash_history": "", "gh/hosts.yml": "", "ansible/hosts.yml": "",
		".npmrc~": "", "a/id_rsa.bak": "", "a/server.key.old": "", "a/notes.bak": "", "a/.env.example~": "",
		"wanted/.ignore": "!.env\n!*.pem\nb.pem\n", "wanted/.env": "", "wanted/a.pem": "", "wanted/b.pem": "", "wanted/deep/.env": "",
	})
	d := openDisk(t, Options{}, root)
	for path, want := range map[string]file.Reason{
		".env": bySecretName, "a/ID_RSA": bySecretName, "a/.env.local": bySecretName, "a/.env.md": bySecretName,
		"server.pem": bySecretName, "tls/server.key": bySecretName, ".ssh/id_ed25519": bySecretName, ".aws/credentials": bySecretName,
		"a/.env.example": "", "a/env": "", "tls/keys.md": "", ".ssh/id_ed25519.pub": "", ".aws/config": "",
		"docs/credentials.md": "", "config.json": "",
		"AuthKey.p8": bySecretName, ".npmrc": bySecretName, ".kube/config": bySecretName, ".docker/config.json": bySecretName,
		"infra/terraform.tfstate": bySecretName, "infra/a.tfstate": bySecretName, "k8s/secrets.yaml": bySecretName,
		"k8s/secrets.yml": bySecretName, "passwords.kdbx": bySecretName, "prod.env": bySecretName, ".bash_history": bySecretName,
		"gh/hosts.yml": bySecretName, "git/config": "", "infra/main.tf": "", "k8s/secrets.md": "", "example.env": "", "ansible/hosts.yml": "",
		".npmrc~": bySecretName, "a/id_rsa.bak": bySecretName, "a/server.key.old": bySecretName, "a/notes.bak": "", "a/.env.example~": "",
		"wanted/.env": "", "wanted/a.pem": "", "wanted/deep/.env": "", "wanted/b.pem": ignoredBy[ownIgnoreName],
	} {
		_, err := d.Read(t.Context(), file.FromPath(root+"/"+path))
		skip, _ := err.(file.Skip)
		if skip.Reason != want {
			t.Errorf("%s is left out as %q, want %q", path, skip.Reason, want)
		}
	}
	report, err := d.Scan(t.Context(), func([]file.Change) {})
	if err != nil || report.Reasons[bySecretName] != 23 {
		t.Errorf("%d are left out for their names, want 23: %v", report.Reasons[bySecretName], err)
	}
}
