package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/settings"
)

// edit opens the line of a citation in the editor that the environment names. It does
// nothing where none is named, where nobody sits at a terminal, and for a place that is
// no line of a file. Ctrl-C belongs to the editor while it runs.
func (c *conversation) edit(cited agent.Citation) error {
	command := c.source.editorCommand(c.environ, cited)
	if command == nil || !c.screens.stdin || !c.screens.stdout {
		return nil
	}
	run := exec.Command(command[0], command[1:]...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.interrupts.hold()
	defer c.interrupts.release()
	return run.Run()
}

// editorCommand is the command that opens a citation, as "vi +12 /home/me/notes.md"; nil
// where there is none. VISUAL and EDITOR may hold arguments, as "code --wait" does.
func (t target) editorCommand(environ []string, cited agent.Citation) []string {
	editor := strings.Fields(settings.Editor(environ))
	if len(editor) == 0 || !strings.HasPrefix(string(cited.URI), "file:") || cited.Page > 0 {
		return nil
	}
	path, at := t.pathOf(cited.URI, cited.Path), cited.Range.Start
	switch goesTo[programName(editor[0])] {
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

// A lineForm is how an editor is told the line to open.
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

// programName is the name of a program without its folder, what Windows ends it with, and
// what Debian calls its kinds by, as in vim.basic and emacs-nox.
func programName(program string) string {
	name := strings.ToLower(program[strings.LastIndexAny(program, `/\`)+1:])
	for _, ending := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, ending)
	}
	for _, editor := range []string{"vim", "emacs"} {
		if kind, is := strings.CutPrefix(name, editor); is && kind != "" && strings.IndexByte(".-", kind[0]) >= 0 {
			return editor
		}
	}
	return name
}
