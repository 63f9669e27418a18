package settings

import (
	"cmp"
	"path/filepath"
)

// Folders are the user's own folders on this system. One that is not known is
// "".
type Folders struct {
	Config string // as os.UserConfigDir returns it
	Cache  string // as os.UserCacheDir returns it
	State  string // for what is the user's own: $XDG_STATE_HOME where there is such a thing
}

// Places are where DocuQuest keeps its files. A place whose folder is not known
// is "".
type Places struct {
	ConfigFile string // the settings
	Chosen     bool   // the user named ConfigFile, so that it must be there
	KeyFile    string // a key for OpenRouter
	LogFile    string // of the language server
	Answers    string // the folder of the answers that are kept
	Talks      string // the folder of the conversations that are kept
	Sent       string // the folder of what was sent for them
	Consents   string // what the user has said about sending to hosts
	Notes      string // the folder of what a model wrote about files
	Texts      string // the folder of what was taken out of files, for editors that show files alone
}

// Locate finds the places, which must be known before the settings are read:
// only the environment can move them.
func Locate(environ []string, folders Folders) Places {
	environment, _ := environmentLayer(Sources{Environ: environ})
	config, _ := environment.values["DOCUQUEST_CONFIG"].(string)
	home, _ := environment.values["DOCUQUEST_HOME"].(string)
	places := Places{
		ConfigFile: cmp.Or(config, below(folders.Config, "config.toml")),
		Chosen:     config != "",
		KeyFile:    below(folders.Config, ".orkey"),
		LogFile:    below(folders.Cache, "lsp.log"),
		Answers:    below(folders.State, "answers"),
		Talks:      below(folders.State, "conversations"),
		Sent:       below(folders.State, "sent"),
		Consents:   below(folders.State, "consents.json"),
		Notes:      below(folders.State, "notes"),
		Texts:      below(folders.State, "texts"),
	}
	if home != "" {
		places.LogFile = filepath.Join(home, "lsp.log")
		places.Answers = filepath.Join(home, "answers")
		places.Talks = filepath.Join(home, "conversations")
		places.Sent = filepath.Join(home, "sent")
		places.Consents = filepath.Join(home, "consents.json")
		places.Notes = filepath.Join(home, "notes")
		places.Texts = filepath.Join(home, "texts")
	}
	return places
}

// Editor returns the command with which the user edits files, from the environment; ""
// without one.
func Editor(environ []string) string {
	environment, _ := environmentLayer(Sources{Environ: environ})
	visual, _ := environment.values["VISUAL"].(string)
	editor, _ := environment.values["EDITOR"].(string)
	return cmp.Or(visual, editor)
}

// below is a file in our own folder inside one of the user's.
func below(folder, name string) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "docuquest", name)
}
