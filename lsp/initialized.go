package lsp

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
)

// A workspace is the folders of a session and the index of their files.
type workspace interface {
	Settle()
	Status() agent.Status
	OnChange(f func())
	Close()
	Load(ctx context.Context, progress func(files int)) error
	AwaitLoad(ctx context.Context, patience time.Duration)
	AwaitReading(ctx context.Context) error
	Watch(ctx context.Context) error
	Reindex(ctx context.Context) (files int, err error)
	AddFolder(ctx context.Context, abs string) error
	RemoveFolder(ctx context.Context, abs string) error
}

// initialized starts what runs besides the requests: following the disk, the
// first reading of the workspace, and the client's own file events. The agent
// follows the disk from the end of the first reading on, and misses nothing
// between the two.
func (s *server) initialized(context.Context, []byte) error {
	s.agent.OnChange(func() {
		if s.agent.ChecksCitations() {
			s.recheckSoon()
		}
	})
	if s.options.Tasks != nil {
		s.options.Tasks(func(task string) (end func()) {
			return s.startProgress(s.ctx, nil, "DocuQuest: "+task, nil).end
		})
	}
	s.background("watching the files", func() { s.problem("files are not watched", s.agent.Watch(s.ctx)) })
	s.inTurn("reading the files", s.load)
	s.background("registering by language", s.followOffers)
	if !s.abilities.watchFiles {
		return nil
	}
	// The client's events only add to the server's own watching, so a refusal does not matter.
	s.background("registering for file events", func() {
		options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{
			Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern("**/*")}},
		})
		if err == nil {
			err = s.register([]protocol.Registration{{
				ID: "docuquest/files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
			}})
		}
		if err != nil {
			s.log.Info("the client sends no file events", "error", err)
		}
	})
	return nil
}

// load reads the workspace and shows the progress.
func (s *server) load() {
	p := s.startProgress(s.ctx, nil, "DocuQuest: reading files", nil)
	defer p.end()
	s.hintStatus()
	var last atomic.Int64
	last.Store(time.Now().UnixNano())
	err := s.agent.Load(s.ctx, func(files int) {
		p.report(fmt.Sprintf("%d files", files))
		then, now := last.Load(), time.Now().UnixNano()
		if time.Duration(now-then) >= statusPause && last.CompareAndSwap(then, now) {
			s.hintStatus()
		}
	})
	s.sendStatus()
	s.problem("the files could not all be read", err)
}

// didChangeWorkspaceFolders adds and removes folders. Reading a new one takes time, so it is
// done in the background, one change after the other.
func (s *server) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	removed, added := s.folderPaths(p.Event.Removed), s.folderPaths(p.Event.Added)
	s.inTurn("changing the folders", func() {
		defer s.sendStatus()
		for _, path := range removed {
			s.problem("a folder could not be taken out", s.agent.RemoveFolder(s.ctx, path))
		}
		if len(added) == 0 {
			return
		}
		progress := s.startProgress(s.ctx, nil, "DocuQuest: reading files", nil)
		defer progress.end()
		for _, path := range added {
			progress.report(path)
			s.problem("a folder could not be taken in", s.agent.AddFolder(s.ctx, path))
		}
	})
	return nil
}

// methodStatus sends a client the state of the index; it requests that in its
// initializationOptions.
const methodStatus = "docuquest/status"

// statusPause is the least time between two such messages.
const statusPause = 200 * time.Millisecond

// sendStatus sends the state of the index after a change, which the client must not miss.
func (s *server) sendStatus() {
	if s.wishes.Status {
		s.client.notify(methodStatus, s.agent.Status())
	}
}

// hintStatus sends the state of the index; the client may miss it.
func (s *server) hintStatus() {
	if s.wishes.Status {
		s.client.hint(methodStatus, s.agent.Status())
	}
}
