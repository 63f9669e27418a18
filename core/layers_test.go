package core_test

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	"core/language/lexicon":             {ours: "core/language/text", forbids: pure},
	"core/language/quantity":            {ours: "core/language/lexicon core/language/text", forbids: pure},
	"core/language/analysis":            {ours: "core/language/lexicon core/language/text core/language/thesaurus core/language/quantity", modules: "github.com/blevesearch/snowballstem golang.org/x/text", forbids: pure},
	"core/index/splay":                  {forbids: pure},
	"core/language/fuzzy":               {ours: "core/language/text", forbids: pure},
	"core/code/languages":               {forbids: pure},
	"core/file":                         {ours: "core/code/languages core/language/text", forbids: pure},
	"core/file/disk":                    {ours: "core/file core/language/text", modules: "github.com/fsnotify/fsnotify github.com/hashicorp/golang-lru golang.org/x/sys", forbids: noNet},
	"core/services/outside":             {forbids: noDisk},
	"core/services/outside/mask":        {ours: "core/language/text", modules: "github.com/BurntSushi/toml", forbids: pure},
	"core/document":                     {ours: "core/file core/language/text core/language/charset", forbids: pure},
	"core/document/plain":               {ours: "core/document core/file core/language/text core/language/charset", forbids: pure},
	"core/document/markdown":            {ours: "core/document core/file core/language/text core/language/charset", modules: "github.com/yuin/goldmark", forbids: pure},
	"core/document/structured":          {ours: "core/document core/file core/language/text core/language/charset", modules: "github.com/go-json-experiment/json/jsontext github.com/pelletier/go-toml go.yaml.in/yaml", forbids: pure},
	"core/document/html":                {ours: "core/document core/file core/language/text core/language/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/office":              {ours: "core/document core/file core/language/text core/language/charset", modules: "golang.org/x/net/html", forbids: pure},
	"core/document/code":                {ours: "core/code/languages core/document core/file core/language/text core/language/charset", modules: "github.com/tree-sitter github.com/tree-sitter-grammars", forbids: pure},
	"core/document/pdf":                 {ours: "core/document core/file core/language/text", modules: "github.com/klippa-app/go-pdfium github.com/tetratelabs/wazero golang.org/x/sys", forbids: pure},
	"core/document/chunk":               {ours: "core/document core/file core/language/text", forbids: pure},
	"core/document/entry":               {ours: "core/document core/file core/language/lexicon core/language/text", forbids: pure},
	"core/code/graph":                   {ours: "core/code/languages core/document core/file core/language/text", forbids: pure},
	"core/index":                        {ours: "core/language/analysis core/document/chunk core/document core/file core/index/splay core/language/text", forbids: pure},
	"core/search/vector":                {forbids: pure},
	"core/search/embed":                 {forbids: pure},
	"core/search/embed/static":          {ours: "core/language/analysis core/search/embed core/language/text core/search/vector", forbids: pure},
	"core/search/embed/openai":          {ours: "core/search/embed core/services/outside core/services/outside/mask core/search/vector", modules: "github.com/sashabaranov/go-openai"},
	"cmd/vectortable":                   {ours: "core/search/embed core/search/embed/static core/search/vector", forbids: noNet},
	"core/search/meaning":               {ours: "core/document/chunk core/document core/search/embed core/file core/language/text core/search/vector", forbids: pure},
	"core/language/thesaurus":           {forbids: pure},
	"cmd/wordnettable":                  {ours: "core/language/thesaurus"},
	"core/services/llm":                 {forbids: pure},
	"core/services/llm/openai":          {ours: "core/services/llm core/services/outside core/services/outside/mask", modules: "github.com/sashabaranov/go-openai"},
	"core/search/rerank":                {ours: "core/search/question", forbids: pure},
	"core/search/rerank/lexical":        {ours: "core/search/question core/language/analysis core/search/rerank core/language/text", forbids: pure},
	"core/search/rerank/http":           {ours: "core/search/question core/services/outside core/services/outside/mask core/search/rerank"},
	"core/search/rerank/listwise":       {ours: "core/search/question core/services/llm core/search/rerank prompts", forbids: pure},
	"core/services/websearch":           {forbids: pure},
	"core/services/websearch/service":   {ours: "core/services/outside core/services/outside/mask core/services/websearch", forbids: noDisk},
	"core/services/websearch/serpapi":   {ours: "core/services/outside core/services/websearch core/services/websearch/service", forbids: noDisk},
	"core/services/websearch/searxng":   {ours: "core/services/outside core/services/websearch core/services/websearch/service", forbids: noDisk},
	"core/services/websearch/fetch":     {ours: "core/document core/file core/services/outside core/language/text core/services/websearch", modules: "golang.org/x/net/html/charset", forbids: noDisk},
	"core/code/notes":                   {ours: "core/file core/language/text core/search/vector", forbids: pure},
	"core/code/annotate":                {ours: "core/search/question core/code/graph core/code/languages core/language/analysis core/document core/search/embed core/file core/index core/services/llm core/code/notes core/language/text core/language/thesaurus core/search/vector prompts", forbids: pure},
	"core/search/question":              {ours: "core/file core/language/analysis core/language/lexicon core/language/quantity core/language/text", forbids: pure},
	"core/search/rank":                  {ours: "core/search/question core/code/languages core/language/analysis core/language/fuzzy core/language/lexicon core/language/text core/language/quantity", forbids: pure},
	"core/search/parallel":              {forbids: pure},
	"core/search/stage":                 {forbids: pure},
	"core/search/counting":              {ours: "core/search/question core/search/parallel core/document core/file core/index core/language/analysis core/language/text", forbids: pure},
	"core/search/tables":                {ours: "core/search/question core/document core/language/analysis core/language/lexicon core/language/quantity core/language/text", forbids: pure},
	"core/search/keys":                  {ours: "core/search/question core/search/parallel core/search/tables core/document core/file core/index core/language/analysis core/language/lexicon core/language/text", forbids: pure},
	"core/search/retrieve":              {ours: "core/language/lexicon core/search/stage core/search/question core/search/parallel core/language/analysis core/document/chunk core/document core/search/embed core/file core/language/fuzzy core/index core/services/llm core/search/meaning core/code/notes core/search/rank core/search/rerank core/language/text core/language/thesaurus prompts", forbids: pure},
	"core/answer/accounts":              {ours: "core/document core/document/entry core/file core/language/text core/search/question core/search/rank", forbids: pure},
	"core/answer":                       {ours: "core/answer/accounts core/answer/values core/code/graph core/document/entry core/language/lexicon core/language/thesaurus core/search/question core/language/analysis core/document/chunk core/document core/file core/services/llm core/search/rank core/search/counting core/search/retrieve core/search/tables core/language/text prompts core/language/quantity", forbids: pure},
	"core/answer/values":                {ours: "core/document/entry core/language/analysis core/language/lexicon core/language/quantity core/language/text core/language/thesaurus core/search/question", forbids: pure},
	"core/answer/outline":               {ours: "core/answer core/document core/file core/language/analysis core/language/text core/search/question core/search/rank core/search/retrieve", forbids: pure},
	"core/answer/ground":                {ours: "core/language/lexicon core/language/analysis core/answer core/answer/render core/document/chunk core/document core/file core/language/fuzzy core/search/retrieve core/language/text core/language/quantity", modules: "golang.org/x/text", forbids: pure + " time"},
	"core/answer/render":                {ours: "core/language/text", modules: "github.com/yuin/goldmark", forbids: pure},
	"core/answer/research":              {ours: "core/search/stage core/language/lexicon core/search/question core/language/analysis core/answer core/document core/file core/answer/ground core/services/llm core/search/rank core/search/retrieve core/language/text prompts core/language/quantity", modules: "golang.org/x/text", forbids: pure},
	"core/answer/research/web":          {ours: "core/search/stage core/document core/file core/index core/answer/research core/search/retrieve core/services/websearch core/services/websearch/fetch", forbids: pure},
	"core/answer/replies":               {ours: "core/document/entry core/search/stage core/answer core/answer/ground core/answer/render core/answer/research core/document core/file core/index core/language/analysis core/language/text core/services/websearch", forbids: pure},
	"core/agent/fault":                  {forbids: pure},
	"core/agent/view":                   {ours: "core/agent/fault core/search/question core/answer/replies core/document core/document/chunk core/file core/file/disk core/index core/language/text core/search/embed core/search/meaning", modules: "github.com/hashicorp/golang-lru", forbids: pure},
	"core/code/codemap":                 {ours: "core/agent/view core/answer/render core/answer/replies core/code/graph core/document core/document/chunk core/file core/index core/language/text core/search/retrieve", forbids: pure},
	"core/code/lookup":                  {ours: "core/agent/view core/answer core/answer/replies core/code/codemap core/code/graph core/code/languages core/document core/file core/index core/language/analysis core/language/text core/search/parallel core/search/question", forbids: pure},
	"core/answer/evidence":              {ours: "core/agent/fault core/agent/view core/answer core/answer/ground core/answer/render core/answer/replies core/document core/file core/index core/language/text", forbids: pure},
	"core/code/notebook":                {ours: "core/search/stage core/agent/view core/answer core/answer/history core/answer/sent core/code/annotate core/code/notes core/document core/file core/index core/language/text core/language/thesaurus core/search/question core/search/retrieve core/services/llm core/services/outside prompts", forbids: pure},
	"core/answer/history":               {ours: "core/agent/fault core/agent/view core/answer/evidence core/answer/render core/answer/replies core/file core/language/analysis core/language/text core/search/embed core/search/meaning core/search/question core/search/retrieve", forbids: pure},
	"core/answer/why":                   {ours: "core/search/stage core/agent/view core/answer core/answer/ground core/answer/render core/answer/replies core/code/notes core/file core/file/disk core/index core/language/text core/search/question core/search/retrieve", modules: "github.com/hashicorp/golang-lru", forbids: pure},
	"core/answer/sent":                  {ours: "core/agent/fault core/answer/replies core/language/text core/search/retrieve core/services/outside", forbids: pure},
	"core/search/mentions":              {ours: "core/agent/view core/answer/replies core/document core/file core/index core/language/analysis core/language/text core/search/rank", forbids: pure},
	"core/search/passages":              {ours: "core/agent/view core/document core/document/chunk core/file core/index core/search/embed core/search/meaning core/search/retrieve core/services/outside", forbids: pure},
	"core/agent":                        {ours: "core/agent/fault core/search/stage core/search/question core/language/analysis core/code/annotate core/code/notebook core/answer core/document/chunk core/document core/search/embed core/file core/file/disk core/code/graph core/answer/ground core/index core/services/llm core/search/meaning core/code/notes core/services/outside core/search/rank core/answer/render core/search/rerank core/answer/research core/search/counting core/search/keys core/search/retrieve core/search/tables core/language/text core/language/thesaurus core/services/websearch prompts core/answer/replies core/agent/view core/code/codemap core/code/lookup core/answer/evidence core/answer/history core/answer/outline core/answer/why core/answer/sent core/search/mentions core/search/passages", modules: "github.com/hashicorp/golang-lru", forbids: pure},
	"core/store":                        {ours: "core/document core/file core/language/text", forbids: noNet},
	"core/settings":                     {ours: "core/language/fuzzy core/services/outside", modules: "github.com/BurntSushi/toml", forbids: pure},
	"core/eval":                         {ours: "core/answer/replies core/search/question core/agent core/language/analysis core/code/annotate core/answer core/document/chunk core/document core/file core/file/disk core/language/fuzzy core/answer/ground core/index core/search/meaning core/code/notes core/search/rank core/answer/research core/search/retrieve core/language/text core/language/thesaurus prompts core/search/embed/static core/search/rerank/lexical core/answer/history", forbids: noNet},
	"cmd/gotreequestions":               {ours: "core/language/analysis core/language/text", forbids: noNet},
	"prompts":                           {forbids: pure},
	"lsp":                               {ours: "core/agent/fault core/code/notebook core/code/languages core/answer/render core/agent core/document core/file core/answer/ground core/language/text core/answer/replies core/agent/view core/code/codemap core/answer/evidence core/answer/history core/answer/why core/answer/sent core/search/mentions", modules: lspModules, forbids: noNet},
	"cmd/measure":                       {ours: "core/search/question core/language/text core/answer core/answer/ground core/code/notes core/document core/document/chunk core/document/code core/document/markdown core/document/plain core/eval core/search/rank core/search/retrieve core/search/tables"},
	"cmd/docuquest":                     {ours: "core/agent/fault core/agent core/code/annotate core/code/notebook core/answer core/document/chunk core/document core/document/code core/document/html core/document/markdown core/document/office core/document/pdf core/document/plain core/document/structured core/search/embed core/search/embed/openai core/search/embed/static core/eval core/file core/file/disk core/language/fuzzy core/services/llm core/services/llm/openai core/search/meaning core/code/notes core/services/outside core/search/rank core/answer/render core/search/rerank core/search/rerank/http core/search/rerank/lexical core/search/rerank/listwise core/answer/research core/answer/research/web core/search/retrieve core/settings core/store core/language/text core/language/thesaurus core/services/websearch/fetch core/services/websearch/searxng core/services/websearch/serpapi lsp prompts core/answer/replies core/code/codemap core/answer/history core/answer/why core/answer/sent core/search/passages", modules: "golang.org/x/sys/unix golang.org/x/sys/windows golang.org/x/term"},
	"core/services/llm/llmtest":         {ours: "core/services/llm"},
	"core/services/outside/outsidetest": {},
	"core/services/websearch/webtest":   {},
	"core/search/embed/embedtest":       {ours: "core/search/embed core/search/embed/static core/search/vector"},
	"core/document/documenttest":        {ours: "core/document core/file core/language/text", modules: "github.com/google/go-cmp/cmp golang.org/x/tools/txtar"},
	"lsp/lsptest":                       {ours: "core/answer/replies core/agent core/document core/document/markdown core/document/plain core/file core/file/disk core/services/llm core/store core/language/text lsp prompts core/answer/history", modules: lspModules + " golang.org/x/tools/txtar"},
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

// refuses returns why a room may not import a package, "" if it may.
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

// importsOfProduct returns the imports of all packages, tests left out, by the
// path of the package below the module.
func importsOfProduct(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for pkg, files := range filesOfProduct(t) {
		imports := map[string]bool{}
		for _, f := range files {
			for _, spec := range f.syntax.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				imports[imported] = true
			}
		}
		out[pkg] = slices.Sorted(maps.Keys(imports))
	}
	return out
}

// Below agent a question is a [question.Question], which is read once: no function there
// takes one as a string. A service that sends its text gets it as what it is for: an input.
func TestQuestionsAreNoStrings(t *testing.T) {
	above := []string{"core/agent", "core/eval", "core/search/question"}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		room := path.Join("core", path.Dir(filepath.ToSlash(name)))
		if slices.ContainsFunc(above, func(top string) bool { return room == top || strings.HasPrefix(room, top+"/") }) {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			signature, ok := n.(*ast.FuncType)
			if !ok {
				return true
			}
			for _, parameter := range signature.Params.List {
				kind, isName := parameter.Type.(*ast.Ident)
				for _, id := range parameter.Names {
					if isName && kind.Name == "string" && (id.Name == "question" || id.Name == "asked") {
						t.Errorf("%s: the question is passed as a string", set.Position(id.Pos()))
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The shape of the house: what a reader meets when they open a folder or a function.

// mostEntries is how many entries core may have, so that one listing shows the house.
const mostEntries = 14

func TestCoreFitsIntoOneListing(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > mostEntries {
		t.Errorf("core has %d entries, at most %d: %v", len(entries), mostEntries, entries)
	}
}

// A limit is how large a package may be: its files, and their lines that are neither blank nor a
// comment. Where files is 0, only the lines of each file are limited.
type limit struct{ files, lines int }

var (
	usualLimit = limit{files: 25, lines: 3500}
	// requestLimit is for packages with a file for each request or command.
	requestLimit = limit{lines: 450}
	// exceptions are packages above the usual limit, with the reason and the day it was given.
	exceptions = map[string]limit{
		"lsp":           requestLimit,
		"cmd/docuquest": requestLimit,
	}
)

func TestPackagesAreSmall(t *testing.T) {
	for pkg, files := range filesOfProduct(t) {
		allowed, ok := exceptions[pkg]
		if !ok {
			allowed = usualLimit
		}
		lines := 0
		for _, f := range files {
			n := codeLines(t, f.name)
			lines += n
			if allowed.files == 0 && n > allowed.lines {
				t.Errorf("%s has %d lines of code, at most %d", f.name, n, allowed.lines)
			}
		}
		if allowed.files > 0 && (len(files) > allowed.files || lines > allowed.lines) {
			t.Errorf("%s has %d files and %d lines of code, at most %d and %d", pkg, len(files), lines, allowed.files, allowed.lines)
		}
	}
}

// Functions are read in one go: hardly any is so short that its caller has to be open beside it,
// and none so long that its beginning is out of sight.
const (
	longestFunction = 90 // lines
	// leastP90 and mostP90 are limits of the length that 90 % of the functions do not exceed.
	leastP90, mostP90 = 25, 45
	// mostWithOneCaller is the share of unexported functions that are used in one place, as far as
	// names tell without types, which is some 4 % less than there are. 2026-11-23: to be .26.
	mostWithOneCaller = 0.28
)

func TestFunctionsReadInOneGo(t *testing.T) {
	var lengths []int
	oneCaller := 0
	for _, files := range filesOfProduct(t) {
		uses, declared := map[string]int{}, map[string]int{} // by name: of methods of several types together
		for _, f := range files {
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				// The parser resolves what is declared in a function; what is left may be a function.
				if id, ok := n.(*ast.Ident); ok && (id.Obj == nil || id.Obj.Kind == ast.Fun) {
					uses[id.Name]++
				}
				return true
			})
			for _, d := range f.syntax.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				declared[fn.Name.Name]++
				lines := f.set.Position(fn.End()).Line - f.set.Position(fn.Pos()).Line + 1
				lengths = append(lengths, lines)
				if lines > longestFunction {
					t.Errorf("%s: %s has %d lines, at most %d", f.set.Position(fn.Pos()), fn.Name.Name, lines, longestFunction)
				}
			}
		}
		for name, n := range declared {
			if !ast.IsExported(name) && name != "main" && name != "init" && uses[name] <= 2*n { // its declaration is a use
				oneCaller += n
			}
		}
	}
	slices.Sort(lengths)
	if p90 := lengths[len(lengths)*9/10]; p90 < leastP90 || mostP90 < p90 {
		t.Errorf("90 %% of the functions have at most %d lines, want %d to %d", p90, leastP90, mostP90)
	}
	if share := float64(oneCaller) / float64(len(lengths)); share > mostWithOneCaller {
		t.Errorf("%d of %d functions are unexported and used in one place (%.0f %%), at most %.0f %%", oneCaller, len(lengths), 100*share, 100*mostWithOneCaller)
	}
}

// TestHelpersAreMadeOnce finds functions of at least three lines that are written twice, to the
// letter, in two packages.
func TestHelpersAreMadeOnce(t *testing.T) {
	first := map[string]string{} // by its text, where a function is
	for _, pkg := range slices.Sorted(maps.Keys(filesOfProduct(t))) {
		for _, f := range filesOfProduct(t)[pkg] {
			for _, d := range f.syntax.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil || fn.Recv != nil || f.set.Position(fn.Body.End()).Line-f.set.Position(fn.Body.Pos()).Line < 3 {
					continue
				}
				var text strings.Builder
				if err := printer.Fprint(&text, token.NewFileSet(), fn.Body); err != nil {
					t.Fatal(err)
				}
				here := f.set.Position(fn.Pos()).String()
				if there, ok := first[text.String()]; ok && path.Dir(filepath.ToSlash(f.name)) != path.Dir(filepath.ToSlash(strings.SplitN(there, ":", 2)[0])) {
					t.Errorf("%s repeats the function at %s", here, there)
					continue
				}
				first[text.String()] = here
			}
		}
	}
}

// TestDocNamesEveryRoom holds doc.go to what there is: each package below core is named, and each
// file of the table "To change" exists.
func TestDocNamesEveryRoom(t *testing.T) {
	content, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(content)
	for pkg := range filesOfProduct(t) {
		name := strings.TrimPrefix(pkg, "core/")
		if pkg != "core" && !regexp.MustCompile(`(^|[\s(,])`+regexp.QuoteMeta(name)+`($|[\s).,:;])`).MatchString(doc) {
			t.Errorf("doc.go does not name %s", name)
		}
	}
	_, table, found := strings.Cut(doc, "# To change")
	if !found {
		t.Fatal(`doc.go has no section "To change"`)
	}
	rows := 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "//\t") {
			continue
		}
		rows++
		_, files, _ := strings.Cut(line, "  ")
		for name := range strings.FieldsSeq(files) {
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(strings.TrimSuffix(name, ",")))); err != nil {
				t.Errorf("%q: %v", strings.TrimSpace(line), err)
			}
		}
	}
	if rows < 25 {
		t.Errorf("the table of what to change has %d rows, want about 30", rows)
	}
}

// A source is a file of the product, parsed with its comments.
type source struct {
	name   string // its path, from this folder
	set    *token.FileSet
	syntax *ast.File
}

// filesOfProduct parses all packages, tests left out, once; by the path of the package below the
// module.
var parseProduct = sync.OnceValues(func() (map[string][]source, error) {
	found := map[string][]source{}
	for _, top := range []string{"core", "lsp", "prompts", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			syntax, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			pkg := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../"))
			found[pkg] = append(found[pkg], source{name, set, syntax})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
})

func filesOfProduct(t *testing.T) map[string][]source {
	t.Helper()
	all, err := parseProduct()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// codeLines counts the lines of a file that are neither blank nor a comment.
func codeLines(t *testing.T, name string) int {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
