package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/settings"
)

// edit opens the line of a citation in the editor that the environment names. It does
// nothing where none is named, where nobody sits at a terminal, and for a place that is
// no line of a file.
func (c *conversation) edit(ctx context.Context, cited agent.Citation) error {
	command := c.source.editorCommand(c.environ, cited)
	if command == nil || !c.screens.stdin || !c.screens.stdout {
		return nil
	}
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	return run.Run()
}

// editorCommand is the command that opens a citation, as "vi +12 /home/me/notes.md"; nil
// where there is none. VISUAL and EDITOR may hold arguments, as "code --wait" does.
func (t target) editorCommand(environ []string, cited agent.Citation) []string {
	editor := strings.Fields(settings.Editor(environ))
	if len(editor) == 0 || !strings.HasPrefix(string(cited.URI), "file:") || cited.Page > 0 {
		return nil
	}
	return append(editor, fmt.Sprintf("+%d", cited.Range.Start.Line+1), t.pathOf(cited.URI, cited.Path))
}
