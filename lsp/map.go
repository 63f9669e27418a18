package lsp

import (
	"context"
	"net/url"
	"strings"

	"docuquest/core/code/codemap"
	"docuquest/core/file"
)

// The map of a folder is a document, docuquest:/map/top.md for that of the whole workspace
// and docuquest:/map/top/core/graph.md for that of core/code/graph. It is drawn anew each time
// that it is asked for. To a client that knows no documents of our scheme a file is shown
// that says the same.
const (
	mapsFolder = documentScheme + ":/map/"
	mapName    = "map-"
	mapTop     = "top"
)

// A coder reads the programs of the workspace.
type coder interface {
	CodeBase(ctx context.Context) (*codemap.CodeBase, error)
}

// A mapArgument is what docuquest.map takes; the folder may be a plain string.
type mapArgument struct {
	partArgument
	Show bool `json:"show"` // open the map in the editor
	background
}

// A mapReply is the map with the address of its document and, where the argument names a
// file, what that imports and who imports it.
type mapReply struct {
	*codemap.Map
	Document string           `json:"document"`
	Imports  *codemap.Imports `json:"imports,omitempty"`
}

// drawMap draws the code base.
func (s *server) drawMap(ctx context.Context, call commandCall) (any, error) {
	var wanted mapArgument
	if err := call.readPart(&wanted, &wanted.partArgument); err != nil {
		return nil, err
	}
	s.agent.Settle()
	release(ctx)
	return wanted.run(ctx, s, call, func(ctx context.Context, call commandCall) (any, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		p := s.startProgress(ctx, call.token, "DocuQuest: drawing the map", cancel)
		defer p.end()
		var imports *codemap.Imports
		m, err := s.mapOf(ctx, func(code *codemap.CodeBase) (string, error) {
			if wanted.URI == "" {
				return wanted.Folder, nil
			}
			imports = code.ImportsOf(file.URI(wanted.URI))
			return code.FolderOf(file.URI(wanted.URI))
		})
		if err != nil {
			return nil, err
		}
		address, err := s.present(made{mapsFolder, mapID(m.Folder), m.Document(codemap.LinkByURI)}, wanted.Show)
		return mapReply{m, address, imports}, err
	})
}

// mapOf draws a folder of the code base, when it is the request's turn.
func (s *server) mapOf(ctx context.Context, folder func(*codemap.CodeBase) (string, error)) (*codemap.Map, error) {
	code, leave, err := s.codeBase(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	part, err := folder(code)
	if err != nil {
		return nil, invalid("docuquest.map: uri: %v", err)
	}
	return code.Map(part)
}

// codeBase waits for the request's turn and for the files, and has the code base made.
// leave ends the turn.
func (s *server) codeBase(ctx context.Context) (code *codemap.CodeBase, leave func(), err error) {
	leave, err = s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, nil, err
	}
	s.agent.AwaitLoad(ctx, loadPatience)
	if code, err = s.agent.CodeBase(ctx); err != nil {
		leave()
		return nil, nil, err
	}
	return code, leave, nil
}

// mapText is the document of the map of a folder.
func (s *server) mapText(ctx context.Context, folder string) (string, error) {
	m, err := s.mapOf(ctx, func(*codemap.CodeBase) (string, error) { return folder, nil })
	if err != nil {
		return "", err
	}
	return m.Document(codemap.LinkByURI), nil
}

// mapID names the map of a folder in its address.
func mapID(folder string) string {
	if folder == "" {
		return mapTop
	}
	return mapTop + "/" + (&url.URL{Path: folder}).EscapedPath()
}

// mapFolderOf reads the folder out of the address of a map.
func mapFolderOf(address string) (folder string, ok bool) {
	id, ok := documentName(address, mapsFolder)
	if !ok {
		return "", false
	}
	rest, ok := strings.CutPrefix(id, mapTop)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	folder, err := url.PathUnescape(rest)
	return strings.TrimPrefix(withoutTitle(folder, "Map of "), "/"), err == nil
}
