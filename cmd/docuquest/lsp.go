package main

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"

	"docuquest/core/agent"
	"docuquest/core/file/disk"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

// lsp serves an editor over the standard input and output.
func (c *call) lsp(ctx context.Context) error {
	c.settingFlags("log")
	c.flags.Bool("stdio", true, "changes nothing; some editors always give it")
	if err := c.parse(0); err != nil {
		return err
	}
	s, _ := c.load(c.settings, nil, func(settings.Warning) {}) // errors are reported when the session asks for them
	to := openLog(cmp.Or(s.LogFile, c.places().LogFile))
	log := slog.New(slog.DiscardHandler)
	if to != nil {
		defer to.Close()
		log = slog.New(slog.NewTextHandler(to, nil))
	}
	c.silence(to)
	log.Info("a session begins", "version", thisBuild().Version, "process", os.Getpid())
	consents := lsp.NewConsents(nil)
	if path := c.places().Consents; path != "" {
		consents = lsp.NewConsents(store.NewConsents(path))
	}
	var began settings.Settings // of the start of the session
	code, err := lsp.Serve(ctx, lsp.Options{
		In:       c.stdin,
		Out:      c.stdout,
		Texts:    c.texts(),
		Consents: consents,
		Version:  thisBuild().Version,
		Log:      log,
		Tasks:    func(show func(task string) (end func())) { c.formats().showBy(show) },
		NewAgent: func(_ context.Context, folders []string, options json.RawMessage) (a *agent.Agent, notices lsp.Notices, err error) {
			s, err := c.load(c.settings, options, func(w settings.Warning) {
				log.Warn(string(w))
				notices.Logged = append(notices.Logged, string(w))
			})
			if err != nil {
				return nil, notices, err
			}
			began = s
			a, notices.Shown, err = c.editorAgent(s, person{consents.Ask, consents.Release}, folders, log)
			return a, notices, err
		},
		Live: settings.Live(),
		Configure: func(changed json.RawMessage) (agent.Preferences, []string, error) {
			s, warnings, err := began.Change(changed)
			texts := make([]string, len(warnings))
			for i, w := range warnings {
				texts[i] = string(w)
			}
			return preferences(s), texts, err
		},
	})
	log.Info("the session is over", "code", code, "error", err)
	return exit(code)
}

// editorAgent makes the agent of an editor's session, and returns the reasons for folders
// that it cannot read. An editor may run what a workspace brought with it, so its services
// ask before anything goes to another machine.
func (p *program) editorAgent(s settings.Settings, user person, folders []string, log *slog.Logger) (a *agent.Agent, unread []string, err error) {
	made := p.parts(s)
	made.log, made.person, made.answers, made.talks = log, user, p.answers(), p.talks()
	for _, folder := range folders { // one that cannot be opened does not prevent the others
		if _, err := disk.Open([]string{folder}, disk.Options{}); err != nil {
			unread = append(unread, err.Error())
			continue
		}
		made.folders = append(made.folders, folder)
	}
	if made.endpoint, err = p.named(s, ""); err != nil {
		return nil, unread, err
	}
	if made.embeds, err = p.embeds(s, func(settings.Warning) {}); err != nil {
		return nil, unread, err
	}
	if made.embeds != nil {
		made.embeds.follow = true
	}
	a, err = made.agent()
	return a, unread, err
}

// largestLog is the size from which a session begins a log anew.
const largestLog = 1 << 20

// openLog opens a log for adding to it, readable by the user alone. It returns nil where
// that is not possible: a session without a log is better than none.
func openLog(path string) *os.File {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil // opening a pipe would wait for its reader
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil
	}
	if info != nil && info.Size() > largestLog {
		_ = f.Truncate(0) // a log that stays too large is still a log
	}
	return f
}
