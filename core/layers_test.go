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
	"core":                              {forbids: pure},
	"core/language/text":                {forbids: pure},
	"core/language/charset":             {ours: "core/language/text", modules: "golang.org/x/text github.com/saintfish/chardet", forbids: pure},
	"core/language/analysis":            {ours: "core/language/text core/language/thesaurus", modules: "github.com/blevesearch/snowballstem golang.org/x/text", forbids: pure},
	"core/index/splay":                  {forbids: pure},
	"core/language/fuzzy":               {ours: "core/language/text", forbids: pure},
	"core/file":                         {ours: "core/language/text", forbids: pure},
	"core/file/disk":                    {ours: "core/file core/language/text", modules: "github.com/fsnotify/fsnotify github.com/hashicorp/golang-lru golang.org/x/sys", forbids: noNet},
	"core/services/outside":             {modules: "github.com/BurntSushi/toml", forbids: noDisk},
	"core/document":                     {ours: "core/file core/language/text core/language/charset", forbids: pure},
	"core/document/plain":               {ours: "core/document core/file core/language/text core/language/charset", forbids: pure},
	"core/document/markdown":            {ours: "core/document core/file core/language/text core/language/charset", modules: "github.com/yuin/goldmark", forbids: pure},
	"core/document/structured":          {ours: "core/document core/file core/language/text core/language/charset", modules: "github.com/go-json-experiment/json/jsontext github.com/pelletier/go-toml go.yaml.in/yaml", forbids: pure},
	"core/document/html":                {ours: "core/document core/file core/language/text core/language/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/office":              {ours: "core/document core/file core/language/text core/language/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/code":                {ours: "core/document core/file core/language/text core/language/charset", modules: "github.com/tree-sitter github.com/tree-sitter-grammars", forbids: pure},
	"core/document/pdf":                 {ours: "core/document core/file core/language/text", modules: "github.com/klippa-app/go-pdfium github.com/tetratelabs/wazero golang.org/x/sys", forbids: pure},
	"core/document/chunk":               {ours: "core/document core/file core/language/text", forbids: pure},
	"core/code/graph":                   {ours: "core/document core/file core/language/text", forbids: pure},
	"core/index":                        {ours: "core/language/analysis core/document/chunk core/document core/file core/index/splay core/language/text", forbids: pure},
	"core/search/vector":                {forbids: pure},
	"core/search/embed":                 {forbids: pure},
	"core/search/embed/static":          {ours: "core/language/analysis core/search/embed core/language/text core/search/vector", forbids: pure},
	"core/search/embed/openai":          {ours: "core/search/embed core/services/outside core/search/vector", modules: "github.com/sashabaranov/go-openai"},
	"core/search/embed/static/build":    {ours: "core/search/embed core/search/embed/static core/search/vector", forbids: noNet},
	"core/search/meaning":               {ours: "core/document/chunk core/document core/search/embed core/file core/language/text core/search/vector", forbids: pure},
	"core/language/thesaurus":           {forbids: pure},
	"core/language/thesaurus/build":     {ours: "core/language/thesaurus"},
	"core/services/llm":                 {forbids: pure},
	"core/services/llm/openai":          {ours: "core/services/llm core/services/outside", modules: "github.com/sashabaranov/go-openai"},
	"core/search/rerank":                {forbids: pure},
	"core/search/rerank/lexical":        {ours: "core/language/analysis core/search/rerank core/language/text", forbids: pure},
	"core/search/rerank/http":           {ours: "core/services/outside core/search/rerank"},
	"core/search/rerank/listwise":       {ours: "core/services/llm core/search/rerank prompts", forbids: pure},
	"core/services/websearch":           {forbids: pure},
	"core/services/websearch/service":   {ours: "core/services/outside core/services/websearch", forbids: noDisk},
	"core/services/websearch/serpapi":   {ours: "core/services/outside core/services/websearch core/services/websearch/service", forbids: noDisk},
	"core/services/websearch/searxng":   {ours: "core/services/outside core/services/websearch core/services/websearch/service", forbids: noDisk},
	"core/services/websearch/fetch":     {ours: "core/document core/file core/services/outside core/language/text core/services/websearch", modules: "golang.org/x/net/html/charset", forbids: noDisk},
	"core/code/notes":                   {ours: "core/file core/language/text core/search/vector", forbids: pure},
	"core/code/annotate":                {ours: "core/language/analysis core/document core/search/embed core/file core/index core/services/llm core/code/notes core/language/text core/language/thesaurus core/search/vector prompts", forbids: pure},
	"core/search/rank":                  {ours: "core/language/analysis core/language/fuzzy core/language/text", forbids: pure},
	"core/search/retrieve":              {ours: "core/language/analysis core/document/chunk core/document core/search/embed core/file core/language/fuzzy core/index core/services/llm core/search/meaning core/code/notes core/search/rank core/search/rerank core/language/text prompts", forbids: pure},
	"core/answer":                       {ours: "core/language/analysis core/document/chunk core/document core/file core/services/llm core/search/rank core/search/retrieve core/language/text prompts", forbids: pure},
	"core/answer/ground":                {ours: "core/language/analysis core/answer core/document/chunk core/document core/file core/language/fuzzy core/search/retrieve core/language/text", modules: "golang.org/x/text", forbids: pure + " time"},
	"core/answer/render":                {modules: "github.com/yuin/goldmark", forbids: pure},
	"core/answer/research":              {ours: "core/language/analysis core/answer core/document core/file core/answer/ground core/services/llm core/search/rank core/search/retrieve core/language/text prompts", modules: "golang.org/x/text", forbids: pure},
	"core/answer/research/web":          {ours: "core/document core/file core/index core/answer/research core/search/retrieve core/services/websearch core/services/websearch/fetch", forbids: pure},
	"core/agent":                        {ours: "core/language/analysis core/code/annotate core/answer core/document/chunk core/document core/search/embed core/file core/file/disk core/code/graph core/answer/ground core/index core/services/llm core/search/meaning core/code/notes core/services/outside core/search/rank core/answer/render core/search/rerank core/answer/research core/search/retrieve core/language/text core/language/thesaurus core/services/websearch prompts", modules: "github.com/hashicorp/golang-lru", forbids: pure},
	"core/store":                        {ours: "core/document core/file core/language/text", forbids: noNet},
	"core/settings":                     {ours: "core/language/fuzzy core/services/outside", modules: "github.com/BurntSushi/toml", forbids: pure},
	"core/eval":                         {ours: "core/agent core/language/analysis core/code/annotate core/answer core/document/chunk core/document core/file core/file/disk core/language/fuzzy core/answer/ground core/index core/search/meaning core/code/notes core/search/rank core/answer/research core/search/retrieve core/language/text core/language/thesaurus prompts", forbids: noNet},
	"core/eval/build":                   {ours: "core/language/analysis core/language/text", forbids: noNet},
	"prompts":                           {forbids: pure},
	"lsp":                               {ours: "core/agent core/document core/file core/answer/ground core/language/text", modules: lspModules, forbids: noNet},
	"cmd/docuquest":                     {ours: "core/agent core/code/annotate core/answer core/document/chunk core/document core/document/code core/document/html core/document/markdown core/document/office core/document/pdf core/document/plain core/document/structured core/search/embed core/search/embed/openai core/search/embed/static core/eval core/file core/file/disk core/language/fuzzy core/services/llm core/services/llm/openai core/search/meaning core/code/notes core/services/outside core/search/rank core/answer/render core/search/rerank core/search/rerank/http core/search/rerank/lexical core/search/rerank/listwise core/answer/research core/answer/research/web core/search/retrieve core/settings core/store core/language/text core/language/thesaurus core/services/websearch/fetch core/services/websearch/searxng core/services/websearch/serpapi lsp prompts", modules: "golang.org/x/sys/unix golang.org/x/sys/windows golang.org/x/term"},
	"core/services/llm/llmtest":         {ours: "core/services/llm"},
	"core/services/outside/outsidetest": {},
	"core/services/websearch/webtest":   {},
	"core/search/embed/embedtest":       {ours: "core/search/embed core/search/embed/static core/search/vector"},
	"core/document/documenttest":        {ours: "core/document core/file core/language/text", modules: "github.com/google/go-cmp/cmp golang.org/x/tools/txtar"},
	"lsp/lsptest":                       {ours: "core/agent core/document core/document/markdown core/document/plain core/file core/file/disk core/services/llm core/store core/language/text lsp prompts", modules: lspModules + " golang.org/x/tools/txtar"},
}

// testers are used by tests alone.
var testers = []string{"core/services/llm/llmtest", "core/search/embed/embedtest", "core/services/outside/outsidetest", "core/document/documenttest", "core/services/websearch/webtest", "lsp/lsptest"}

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
