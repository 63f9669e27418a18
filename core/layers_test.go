package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room says what a package of ours may import. The standard library is
// allowed everywhere but for what forbids takes away.
type room struct {
	ours    string // packages of this module, by their path below it
	modules string // other modules, by prefix
	forbids string // packages of the standard library
}

// Rooms that touch the world say so by what they do not forbid.
const (
	pure   = "os net net/http math/rand"
	noNet  = "net net/http"
	noDisk = "os"
)

const lspModules = "go.lsp.dev/jsonrpc2 go.lsp.dev/protocol go.lsp.dev/uri"

// rooms is the map: DESIGN in a form that a machine checks. A new room or a new
// arrow is a design change and gets a commit of its own with its reason.
var rooms = map[string]room{
	"core":                       {forbids: pure},
	"core/text":                  {forbids: pure},
	"core/text/charset":          {ours: "core/text", modules: "golang.org/x/text github.com/saintfish/chardet", forbids: pure},
	"core/analysis":              {ours: "core/text core/thesaurus", modules: "github.com/blevesearch/snowballstem golang.org/x/text", forbids: pure},
	"core/splay":                 {forbids: pure},
	"core/fuzzy":                 {ours: "core/text", forbids: pure},
	"core/file":                  {ours: "core/text", forbids: pure},
	"core/file/disk":             {ours: "core/file core/text", modules: "github.com/fsnotify/fsnotify github.com/hashicorp/golang-lru golang.org/x/sys", forbids: noNet},
	"core/outside":               {modules: "github.com/BurntSushi/toml", forbids: noDisk},
	"core/document":              {ours: "core/file core/text core/text/charset", forbids: pure},
	"core/document/plain":        {ours: "core/document core/file core/text core/text/charset", forbids: pure},
	"core/document/markdown":     {ours: "core/document core/file core/text core/text/charset", modules: "github.com/yuin/goldmark", forbids: pure},
	"core/document/structured":   {ours: "core/document core/file core/text core/text/charset", modules: "github.com/go-json-experiment/json/jsontext github.com/pelletier/go-toml go.yaml.in/yaml", forbids: pure},
	"core/document/html":         {ours: "core/document core/file core/text core/text/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/office":       {ours: "core/document core/file core/text core/text/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/code":         {ours: "core/document core/file core/text core/text/charset", modules: "github.com/tree-sitter github.com/tree-sitter-grammars", forbids: pure},
	"core/document/pdf":          {ours: "core/document core/file core/text", modules: "github.com/klippa-app/go-pdfium github.com/tetratelabs/wazero golang.org/x/sys", forbids: pure},
	"core/chunk":                 {ours: "core/document core/file core/text", forbids: pure},
	"core/graph":                 {ours: "core/document core/file core/text", forbids: pure},
	"core/index":                 {ours: "core/analysis core/chunk core/document core/file core/splay core/text", forbids: pure},
	"core/vector":                {forbids: pure},
	"core/embed":                 {forbids: pure},
	"core/embed/static":          {ours: "core/analysis core/embed core/text core/vector", forbids: pure},
	"core/embed/openai":          {ours: "core/embed core/outside core/vector", modules: "github.com/sashabaranov/go-openai"},
	"core/embed/static/build":    {ours: "core/embed core/embed/static core/vector", forbids: noNet},
	"core/meaning":               {ours: "core/chunk core/document core/embed core/file core/text core/vector", forbids: pure},
	"core/thesaurus":             {forbids: pure},
	"core/thesaurus/build":       {ours: "core/thesaurus"},
	"core/llm":                   {forbids: pure},
	"core/llm/openai":            {ours: "core/llm core/outside", modules: "github.com/sashabaranov/go-openai"},
	"core/rerank":                {forbids: pure},
	"core/rerank/lexical":        {ours: "core/analysis core/rerank core/text", forbids: pure},
	"core/rerank/http":           {ours: "core/outside core/rerank"},
	"core/rerank/listwise":       {ours: "core/llm core/rerank prompts", forbids: pure},
	"core/websearch":             {forbids: pure},
	"core/websearch/service":     {ours: "core/outside core/websearch", forbids: noDisk},
	"core/websearch/serpapi":     {ours: "core/outside core/websearch core/websearch/service", forbids: noDisk},
	"core/websearch/searxng":     {ours: "core/outside core/websearch core/websearch/service", forbids: noDisk},
	"core/websearch/fetch":       {ours: "core/document core/file core/outside core/text core/websearch", modules: "golang.org/x/net/html/charset", forbids: noDisk},
	"core/notes":                 {ours: "core/file core/text core/vector", forbids: pure},
	"core/annotate":              {ours: "core/analysis core/document core/embed core/file core/index core/llm core/notes core/text core/thesaurus core/vector prompts", forbids: pure},
	"core/rank":                  {ours: "core/analysis core/fuzzy core/text", forbids: pure},
	"core/retrieve":              {ours: "core/analysis core/chunk core/document core/embed core/file core/fuzzy core/index core/llm core/meaning core/notes core/rank core/rerank core/text prompts", forbids: pure},
	"core/answer":                {ours: "core/analysis core/chunk core/document core/file core/llm core/rank core/retrieve core/text prompts", forbids: pure},
	"core/ground":                {ours: "core/analysis core/answer core/chunk core/document core/file core/fuzzy core/retrieve core/text", modules: "golang.org/x/text", forbids: pure + " time"},
	"core/render":                {modules: "github.com/yuin/goldmark", forbids: pure},
	"core/research":              {ours: "core/analysis core/answer core/document core/file core/ground core/llm core/rank core/retrieve core/text prompts", modules: "golang.org/x/text", forbids: pure},
	"core/research/web":          {ours: "core/document core/file core/index core/research core/retrieve core/websearch core/websearch/fetch", forbids: pure},
	"core/agent":                 {ours: "core/analysis core/annotate core/answer core/chunk core/document core/embed core/file core/file/disk core/graph core/ground core/index core/llm core/meaning core/notes core/outside core/rank core/render core/rerank core/research core/retrieve core/text core/thesaurus core/websearch prompts", modules: "github.com/hashicorp/golang-lru", forbids: pure},
	"core/store":                 {ours: "core/document core/file core/text", forbids: noNet},
	"core/settings":              {ours: "core/fuzzy core/outside", modules: "github.com/BurntSushi/toml", forbids: pure},
	"core/eval":                  {ours: "core/agent core/analysis core/annotate core/answer core/chunk core/document core/file core/file/disk core/fuzzy core/ground core/index core/meaning core/notes core/rank core/research core/retrieve core/text core/thesaurus prompts", forbids: noNet},
	"core/eval/build":            {ours: "core/analysis core/text", forbids: noNet},
	"prompts":                    {forbids: pure},
	"lsp":                        {ours: "core/agent core/document core/file core/ground core/text", modules: lspModules, forbids: noNet},
	"cmd/docuquest":              {ours: "core/agent core/annotate core/answer core/chunk core/document core/document/code core/document/html core/document/markdown core/document/office core/document/pdf core/document/plain core/document/structured core/embed core/embed/openai core/embed/static core/eval core/file core/file/disk core/fuzzy core/llm core/llm/openai core/meaning core/notes core/outside core/rank core/render core/rerank core/rerank/http core/rerank/lexical core/rerank/listwise core/research core/research/web core/retrieve core/settings core/store core/text core/thesaurus core/websearch/fetch core/websearch/searxng core/websearch/serpapi lsp prompts", modules: "golang.org/x/sys/unix golang.org/x/sys/windows golang.org/x/term"},
	"core/llm/llmtest":           {ours: "core/llm"},
	"core/outside/outsidetest":   {},
	"core/websearch/webtest":     {},
	"core/embed/embedtest":       {ours: "core/embed core/embed/static core/vector"},
	"core/document/documenttest": {ours: "core/document core/file core/text", modules: "github.com/google/go-cmp/cmp golang.org/x/tools/txtar"},
	"lsp/lsptest":                {ours: "core/agent core/document core/document/markdown core/document/plain core/file core/file/disk core/llm core/store core/text lsp prompts", modules: lspModules + " golang.org/x/tools/txtar"},
}

// testers are used by tests alone.
var testers = []string{"core/llm/llmtest", "core/embed/embedtest", "core/outside/outsidetest", "core/document/documenttest", "core/websearch/webtest", "lsp/lsptest"}

func TestEveryImportIsOnTheMap(t *testing.T) {
	for pkg, imports := range importsOfProduct(t) {
		r, known := rooms[pkg]
		if !known {
			t.Errorf("%s is not on the map", pkg)
			continue
		}
		for _, imported := range imports {
			if why := r.refuses(imported); why != "" {
				t.Errorf("%s imports %s: %s", pkg, imported, why)
			}
		}
	}
}

func TestEveryRoomExists(t *testing.T) {
	found := importsOfProduct(t)
	for pkg := range rooms {
		if _, ok := found[pkg]; !ok {
			t.Errorf("%s is on the map and has no code", pkg)
		}
	}
}

func TestNothingOfTestsInTheProduct(t *testing.T) {
	for pkg, imports := range importsOfProduct(t) {
		if slices.Contains(testers, pkg) {
			continue
		}
		for _, imported := range imports {
			if slices.Contains(testers, strings.TrimPrefix(imported, "docuquest/")) || imported == "testing" {
				t.Errorf("%s imports %s, which is for tests", pkg, imported)
			}
		}
	}
}

// refuses says why a room may not import a package, "" if it may.
func (r room) refuses(imported string) string {
	if ours, ok := strings.CutPrefix(imported, "docuquest/"); ok {
		return unless(slices.Contains(strings.Fields(r.ours), ours), "an arrow that is not on the map")
	}
	if strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
		return unless(slices.ContainsFunc(strings.Fields(r.modules), func(module string) bool {
			return imported == module || strings.HasPrefix(imported, module+"/")
		}), "a module that this room does not need")
	}
	return unless(!slices.Contains(strings.Fields(r.forbids), imported), "this room must not know it")
}

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// importsOfProduct gives the imports of all packages, tests left out, by the
// path of the package below the module.
func importsOfProduct(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string]map[string]bool{}
	for _, top := range []string{"core", "lsp", "prompts", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			pkg := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../"))
			if found[pkg] == nil {
				found[pkg] = map[string]bool{}
			}
			for _, spec := range f.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				found[pkg][imported] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	out := map[string][]string{}
	for pkg, imports := range found {
		out[pkg] = slices.Sorted(maps.Keys(imports))
	}
	return out
}
