package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
)

// initialized starts what runs beside the requests: following the disk, the
// first reading of the workspace, and the client's own file events. The agent
// follows the disk from the end of the first reading on, and misses nothing
// between the two.
func (s *server) initialized(context.Context, []byte) error {
	s.agent.OnChange(s.filesChanged)
	if s.options.Tasks != nil {
		s.options.Tasks(func(task string) (end func()) {
			return s.startProgress(s.ctx, nil, "DocuQuest: "+task, nil).end
		})
	}
	s.background("watching the files", func() { s.problem("files are not watched", s.agent.Watch(s.ctx)) })
	s.inTurn("reading the files", s.load)
	s.background("registering by language", s.followOffers)
	if s.abilities.watchFiles {
		s.background("registering for file events", s.registerWatchedFiles)
	}
	return nil
}

// load reads the workspace and shows how far it is.
func (s *server) load() {
	p := s.startProgress(s.ctx, nil, "DocuQuest: reading files", nil)
	defer p.end()
	report := s.reportStatus()
	err := s.agent.Load(s.ctx, func(files int) {
		p.report(fmt.Sprintf("%d files", files))
		report()
	})
	s.tellLastStatus()
	s.problem("the files could not all be read", err)
}

// registerWatchedFiles asks the client to tell what changes on the disk. That
// only adds to the server's own watching, so a refusal does not matter.
func (s *server) registerWatchedFiles() {
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern("**/*")}},
	})
	if err == nil {
		err = s.register([]protocol.Registration{{
			ID:              "docuquest/files",
			Method:          protocol.MethodWorkspaceDidChangeWatchedFiles,
			RegisterOptions: options,
		}})
	}
	if err != nil {
		s.log.Info("the client sends no file events", "error", err)
	}
}
