package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didChangeWorkspaceFolders takes folders in and out. Reading what is new takes
// time, so it is done in the background, one change after the other.
func (s *server) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	removed, added := s.folderPaths(p.Event.Removed), s.folderPaths(p.Event.Added)
	s.inTurn("changing the folders", func() {
		defer s.tellLastStatus()
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

// folderPaths gives the paths of the folders that are on this machine's disk.
func (s *server) folderPaths(folders []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, f := range folders {
		if path, ok := s.folderPath(string(f.URI)); ok {
			paths = append(paths, path)
		}
	}
	return paths
}
