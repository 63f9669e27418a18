# DocuQuest. `make run` and `make test` need nothing but Go; the rest says what it needs.

GO      ?= go
BIN     := bin/docuquest
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
TOOLS   ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/docuquest/tools
SITES   := testdata/sites
ASK     ?= In what sites was gold or gems found?

# The race detector needs a C compiler. A machine without one tests without it; CI has one.
CC_FOUND := $(shell command -v $$($(GO) env CC) 2>/dev/null)
RACE     := $(if $(CC_FOUND),-race)
TESTTAGS := -tags jsonrpc2poison

STATICCHECK := $(TOOLS)/staticcheck@v0.8.2
GOFUMPT     := $(TOOLS)/gofumpt@v0.12.0

.PHONY: build run test lint unit fuzz fuzz-short bench golden quality vsix test-editors clean

build:
	$(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o $(BIN) ./cmd/docuquest

run: build
	$(BIN) ask -C $(SITES) "$(ASK)"

test: lint unit fuzz-short

lint: $(STATICCHECK) $(GOFUMPT)
	$(GO) vet ./...
	$(STATICCHECK) ./...
	@unformatted=$$($(GOFUMPT) -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofumpt would change:"; echo "$$unformatted"; exit 1; fi

unit: need-cc-in-ci
	$(GO) test $(RACE) $(TESTTAGS) ./...

# The tests as they run where there is no C compiler.
.PHONY: unit-without-cgo
unit-without-cgo:
	CGO_ENABLED=0 $(GO) test $(TESTTAGS) ./...

.PHONY: need-cc-in-ci
need-cc-in-ci:
	@if [ -n "$$CI" ] && [ -z "$(CC_FOUND)" ]; then echo "CI tests with the race detector, which needs a C compiler"; exit 1; fi

# Every fuzz target, FUZZTIME each: long enough to find something, and in make test only to see that they run.
FUZZTIME ?= 60s
fuzz:
	@.ci/fuzz $(FUZZTIME)
fuzz-short:
	@.ci/fuzz 2s

bench:
	$(GO) test -run '^$$' -bench . -benchmem -timeout 30m ./core/language/text ./core/document/markdown ./core/search/rank ./core/index ./lsp ./cmd/docuquest
	cd core/index/splay/testdata/rivals && $(GO) test -run '^$$' -bench . -benchmem

golden:
	$(GO) test ./core/document/... ./core/answer ./core/agent -update

# make quality QUALITY=DIR measures retrieval on the collections below DIR. Where a panel of questions is beside DIR, or PANEL
# names one, answers are measured too, on it and on the collections with pages of evidence.
PANEL ?= $(wildcard $(QUALITY)/../panel)
quality: build
	@if [ -z "$(QUALITY)" ]; then echo "usage: make quality QUALITY=DIR, a folder of collections (see docuquest help eval)"; exit 2; fi
	$(BIN) eval --markdown "$(QUALITY)"
	$(if $(PANEL),@echo; $(BIN) eval --answers --markdown "$(PANEL)" "$(QUALITY)")

# The extension for VS Code as dist/docuquest.vsix, with the program of this machine beside it. Needs Node 20 and npm.
vsix: build
	mkdir -p dist
	editors/vscode/build.sh dist/docuquest.vsix $(BIN)

# Real editors through one list of steps. What they need is fetched once and kept in DOCUQUEST_EDITORS, a folder in the
# user's cache. Needs Debian, root, Node 20 and npm.
test-editors:
	.ci/editors/run

clean:
	rm -rf bin dist

# The linters are installed once, at exact versions, outside the repository.
$(STATICCHECK):
	GOBIN="$(TOOLS)" $(GO) install honnef.co/go/tools/cmd/staticcheck@v0.8.2
	mv "$(TOOLS)/staticcheck" "$@"
$(GOFUMPT):
	GOBIN="$(TOOLS)" $(GO) install mvdan.cc/gofumpt@v0.12.0
	mv "$(TOOLS)/gofumpt" "$@"
