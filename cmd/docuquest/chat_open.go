package main

import (
	"fmt"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/settings"
)

// editorCommand is the command that opens a citation, as "vi +12 /home/me/notes.md"; nil
// where there is none. VISUAL and EDITOR may have arguments, as "code --wait" does.
func (t target) editorCommand(environ []string, cited replies.Citation) []string {
	editor := strings.Fields(settings.Editor(environ))
	if len(editor) == 0 || !strings.HasPrefix(string(cited.URI), "file:") || cited.Page > 0 {
		return nil
	}
	path, at := t.pathOf(cited.URI, cited.Path), cited.Range.Start
	// The name of the program is without its folder, what Windows ends it with, and what
	// Debian calls its kinds by, as in vim.basic and emacs-nox.
	name := strings.ToLower(editor[0][strings.LastIndexAny(editor[0], `/\`)+1:])
	for _, ending := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, ending)
	}
	for _, known := range []string{"vim", "emacs"} {
		if kind, is := strings.CutPrefix(name, known); is && kind != "" && strings.IndexByte(".-", kind[0]) >= 0 {
			name = known
		}
	}
	switch goesTo[name] {
	case plusLine:
		return append(editor, fmt.Sprintf("+%d", at.Line+1), path)
	case gotoColumn:
		return append(editor, "--goto", fmt.Sprintf("%s:%d:%d", path, at.Line+1, at.Character+1))
	case colonLine:
		return append(editor, fmt.Sprintf("%s:%d", path, at.Line+1))
	case lineFlag:
		return append(editor, "--line", fmt.Sprint(at.Line+1), path)
	}
	return append(editor, path)
}

// A lineForm is how the arguments of an editor name the line to open.
type lineForm uint8

const (
	pathAlone  lineForm = iota // an editor that is not known
	plusLine                   // +12 notes.md
	gotoColumn                 // --goto notes.md:12:3
	colonLine                  // notes.md:12
	lineFlag                   // --line 12 notes.md
)

// goesTo is the form of each editor that is known, by the name of its program.
var goesTo = func() map[string]lineForm {
	forms := map[string]lineForm{}
	for form, names := range map[lineForm]string{
		plusLine:   "editor sensible-editor vi vim nvim gvim mvim view ex vis kak nano pico micro emacs emacsclient mg joe jmacs jed ne gedit less",
		gotoColumn: "code code-insiders code-oss codium vscodium cursor windsurf positron",
		colonLine:  "hx helix zed zeditor subl sublime_text",
		lineFlag:   "kate kwrite mate idea pycharm goland webstorm clion rider rubymine phpstorm",
	} {
		for name := range strings.FieldsSeq(names) {
			forms[name] = form
		}
	}
	return forms
}()
