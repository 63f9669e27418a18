package main

import (
	"context"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"

	"docuquest/core/agent"
	"docuquest/core/file/disk"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

func lspCommand() command {
	return command{
		name:    "lsp",
		summary: "serve an editor over the standard input and output",
		about: []string{
			"Speaks the Language Server Protocol. An editor starts it; nothing is to be typed. The log goes to a file and never to the standard error, where editors would show it.",
			"A model, a service for vectors or one that reranks is used when the settings name one. Before anything is sent to another machine the editor asks; the answer is kept by host, and \"docuquest consent\" lists what was said. A service on this machine is used without a question.",
		},
		examples: []string{"docuquest lsp", "docuquest lsp --log /tmp/docuquest.log"},
		exits:    []string{"0  the editor ended the session", "1  the session broke off", "2  the command line makes no sense"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.settingFlags(flags, "log")
			flags.Bool("stdio", true, "changes nothing; some editors always give it")
			return func(ctx context.Context, p *program, _ *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return p.serve(ctx, c)
			}
		},
	}
}

func (p *program) serve(ctx context.Context, c *common) error {
	to := openLog(p.logFile(c))
	log := slog.New(slog.DiscardHandler)
	if to != nil {
		defer to.Close()
		log = slog.New(slog.NewTextHandler(to, nil))
	}
	p.silence(to)
	log.Info("a session begins", "version", thisBuild().Version, "process", os.Getpid())
	consents := p.consents()
	var began settings.Settings // with which the session did
	code, err := lsp.Serve(ctx, lsp.Options{
		In:       p.stdin,
		Out:      p.stdout,
		Texts:    p.texts(),
		Consents: consents,
		Version:  thisBuild().Version,
		Log:      log,
		Tasks:    func(show func(task string) (end func())) { p.formats().showBy(show) },
		NewAgent: func(_ context.Context, folders []string, options json.RawMessage) (*agent.Agent, lsp.Notices, error) {
			s, notices, err := p.editorSettings(c, options, log)
			if err != nil {
				return nil, notices, err
			}
			began = s
			a, unread, err := p.editorAgent(s, person{consents.Ask, consents.Release}, folders, log)
			notices.Shown = unread
			return a, notices, err
		},
		Live: settings.Live(),
		Configure: func(changed json.RawMessage) (agent.Preferences, []string, error) {
			s, warnings, err := began.Change(changed)
			left := make([]string, len(warnings))
			for i, w := range warnings {
				left[i] = string(w)
			}
			return preferences(s), left, err
		},
	})
	log.Info("the session is over", "code", code, "error", err)
	return exit(code)
}

// texts is where editors that show files alone find what was taken out of others;
// nil where there is no folder for it.
func (p *program) texts() lsp.TextStore {
	folder := settings.Locate(p.environ, p.folders).Texts
	if folder == "" {
		return nil
	}
	return store.NewTexts(folder)
}

// consents ask the user of an editor, and keep what is said where there is a place for it.
func (p *program) consents() *lsp.Consents {
	path := settings.Locate(p.environ, p.folders).Consents
	if path == "" {
		return lsp.NewConsents(nil)
	}
	return lsp.NewConsents(store.NewConsents(path))
}

// editorSettings are the settings that a session begins with.
func (p *program) editorSettings(c *common, options json.RawMessage, log *slog.Logger) (settings.Settings, lsp.Notices, error) {
	var notices lsp.Notices
	s, err := p.load(c.settings, options, func(w settings.Warning) {
		log.Warn(string(w))
		notices.Logged = append(notices.Logged, string(w))
	})
	return s, notices, err
}

// editorAgent makes the agent of a session, and names the folders that it cannot read. An
// editor may run what a workspace brought with it, so its services ask before anything goes
// to another machine.
func (p *program) editorAgent(s settings.Settings, user person, folders []string, log *slog.Logger) (a *agent.Agent, unread []string, err error) {
	made := parts{settings: s, formats: p.formats(), log: log, answers: p.answers(), talks: p.talks(), sent: p.sentStore(), notes: p.noteStore(), person: user, floorPatience: p.floorPatience}
	for _, folder := range folders { // one that cannot be opened does not take the others along
		if _, err := disk.Open([]string{folder}, disk.Options{}); err != nil {
			unread = append(unread, err.Error())
			continue
		}
		made.folders = append(made.folders, folder)
	}
	if made.endpoint, err = p.named(s, ""); err != nil {
		return nil, unread, err
	}
	if made.embeds, err = p.editorEmbeds(s); err != nil {
		return nil, unread, err
	}
	a, err = made.agent()
	return a, unread, err
}

// logFile is where the log goes: where the flags or the settings say, else to
// its usual place. Settings that cannot be read are told of when the session
// asks for them.
func (p *program) logFile(c *common) string {
	s, _ := p.load(c.settings, nil, func(settings.Warning) {})
	if s.LogFile != "" {
		return s.LogFile
	}
	return settings.Locate(p.environ, p.folders).LogFile
}

// largestLog is the size from which a log is begun anew with a session.
const largestLog = 1 << 20

// openLog opens a log for adding to it, readable by the user alone. It gives nil
// where that is not possible: a session without a log is better than none.
func openLog(path string) *os.File {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil // Opening a pipe would wait for its reader.
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil
	}
	if info != nil && info.Size() > largestLog {
		_ = f.Truncate(0) // A log that stays too large is still a log.
	}
	return f
}
