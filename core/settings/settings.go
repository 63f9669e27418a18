// Package settings is everything that a user can set, in one struct, and the
// rules by which the sources of settings are put together.
//
// A setting is a field of [Settings]; its tags say what it is called, what it
// may hold and what it is good for, and the documentation is printed from them
// (see [Document]). The sources are, each winning over those before it: the
// defaults, the user's config.toml, the environment, an editor's
// initializationOptions, and flags. What a workspace may have written is no
// source.
//
// The room reads no file and no environment: it is handed what they hold.
package settings

import (
	"fmt"
	"path/filepath"
	"reflect"

	"docuquest/core/services/outside"
)

// Settings hold what the user chose, and defaults for the rest. It is a plain
// value: copies share nothing that is ever written.
//
// The tags of a field:
//
//	name     in config.toml and in an editor's options
//	env      the variable that sets it
//	flag     the flag that sets it, without dashes
//	kind     how a text is checked, see Field.Kind; none for any line of text
//	own      "yes" for what an editor's options do not set, which a workspace may have written
//	live     the value to which it may change in a session, or "any", see Field.Live
//	allowed  the only values that it may have
//	range    the least and the greatest value of a Count, as "0 to 100"
//	default  its value when nothing sets it
//	doc      what it is good for, one line
//
// A field without a name and a flag is set by the environment alone.
type Settings struct {
	BaseURL    string         `name:"base_url" env:"DOCUQUEST_BASE_URL" kind:"address" doc:"Address of an OpenAI-compatible service, such as http://localhost:11434/v1. Naming one has a model used. Default: https://openrouter.ai/api/v1 where a model or a key file is named."`
	APIKey     outside.Secret `name:"api_key" env:"DOCUQUEST_API_KEY" kind:"header" doc:"Key for the service at base_url. It is dropped when a later source names another host without a key of its own."`
	Model      string         `name:"model" env:"DOCUQUEST_MODEL" kind:"header" doc:"Model that writes answers. Naming one has it used. Default: one that fits the service."`
	TermsModel string         `name:"terms_model" env:"DOCUQUEST_TERMS_MODEL" kind:"header" doc:"Cheaper model of the same service for proposing search terms. Default: the model that writes."`

	OpenRouterKey outside.Secret `env:"OPENROUTER_API_KEY" kind:"header" doc:"Key for openrouter.ai and no other host. It is used when that service is; by itself it sends nothing anywhere."`
	OpenAIKey     outside.Secret `env:"OPENAI_API_KEY" kind:"header" doc:"Key for api.openai.com and no other host. It is used when that service is; by itself it sends nothing anywhere."`

	Retrieval string `name:"retrieval" flag:"retrieval" allowed:"ranked,boolean" default:"ranked" live:"any" doc:"How documents are found: ranked scores them, boolean wants all words of one group of terms."`
	Writer    string `name:"writer" flag:"writer" allowed:"extractive,generative,classic" live:"extractive" doc:"Who writes answers: extractive takes sentences of your files, generative and classic ask the model. Default: generative with a model, classic with a model and boolean retrieval, else extractive."`
	Hover     string `name:"hover" allowed:"text,model" default:"text" live:"text" doc:"Who answers a question that is only pointed at in an editor, where no kept answer of a model is still up to date: text takes sentences of your files and sends nothing, model asks whoever writes answers."`

	Rerank      string         `name:"rerank" env:"DOCUQUEST_RERANK" flag:"rerank" allowed:"on,off" default:"on" live:"off" doc:"Whether the best passages are read once more, side by side, to put them in a better order."`
	Reranker    string         `name:"reranker" env:"DOCUQUEST_RERANKER" allowed:"lexical,service,model" doc:"Who reads the passages once more: lexical is built in and sends nothing, service asks the one at rerank_url, model asks the model that writes answers, where one is used. Default: service where rerank_url is set, else lexical."`
	RerankURL   string         `name:"rerank_url" env:"DOCUQUEST_RERANK_URL" kind:"address" doc:"Address of a service that reranks, such as https://api.cohere.com/v2 or http://localhost:8080; /rerank is appended to it. Passages of your files are sent there. Where the extractive writer is chosen, and so nothing is to be sent, lexical does it for answers."`
	RerankKey   outside.Secret `name:"rerank_key" env:"DOCUQUEST_RERANK_KEY" kind:"header" doc:"Key for the service at rerank_url. It is dropped when a later source names another host without a key of its own."`
	RerankModel string         `name:"rerank_model" env:"DOCUQUEST_RERANK_MODEL" kind:"header" doc:"Model of the service at rerank_url. Default: the service's own."`

	Notes string `name:"notes" allowed:"on,off" default:"off" live:"any" doc:"Whether notes on the files and on what they contain count in what is found: summaries, keywords, tags, synonyms and dependencies, made by rules in the background, and by the model where \"docuquest annotate\" had it make some. They lead to places that other words describe; answers are taken from your files and never from notes."`

	EmbedModel  string         `name:"embed_model" env:"DOCUQUEST_EMBED_MODEL" kind:"header" doc:"Model that makes vectors of meaning, such as nomic-embed-text. Naming one, with an address at embed_url or base_url, has it used: passages of your files and your questions are sent there."`
	EmbedURL    string         `name:"embed_url" env:"DOCUQUEST_EMBED_URL" kind:"address" doc:"Address of an OpenAI-compatible service for embed_model, such as http://localhost:11434/v1; /embeddings is appended to it. Default: base_url."`
	EmbedKey    outside.Secret `name:"embed_key" env:"DOCUQUEST_EMBED_KEY" kind:"header" doc:"Key for the service of embed_model. It is dropped when a later source names another host without a key of its own. Default: the key of base_url where that is the same host."`
	EmbedBudget Size           `name:"embed_budget" env:"DOCUQUEST_EMBED_BUDGET" default:"16 MiB" doc:"How much text of your files one run of the program sends at most for vectors, to a service on another machine: bytes, or a number with KiB, MiB or GiB. A token is about 4 bytes. The next run goes on where this one stopped."`

	AnnotateModel  string `name:"annotate_model" env:"DOCUQUEST_ANNOTATE_MODEL" kind:"header" doc:"Model of the service at base_url that writes notes about your files, where \"docuquest annotate\" or an editor's command asks for them; a cheap one will do. Default: the model that writes answers."`
	AnnotateCalls  Count  `name:"annotate_calls" own:"yes" range:"0 to 1000000" default:"500" doc:"Most requests to the model for notes on one day, 0 for no limit. What is left is made another day."`
	AnnotateTokens Count  `name:"annotate_tokens" own:"yes" range:"0 to 2000000000" default:"2000000" doc:"Most tokens that these requests send and bring on one day, as the service counts them; a request without such a count counts as the most that it can cost, some thousand. 0 is no limit."`
	AnnotateMoney  Amount `name:"annotate_money" own:"yes" doc:"Most money that these requests cost on one day, by model_price_in and model_price_out, such as 0.50. Default: no limit."`
	ModelPriceIn   Amount `name:"model_price_in" own:"yes" doc:"What your service takes for a million tokens that it is sent, in whatever you count in, such as 0.15, to estimate what notes will cost. Default: it is not known."`
	ModelPriceOut  Amount `name:"model_price_out" own:"yes" doc:"What your service takes for a million tokens of replies, such as 0.60."`

	Calls Count `name:"calls" flag:"calls" range:"0 to 20" default:"0" live:"any" doc:"How many definitions are read behind each passage of a program: what it calls and what calls it, the sure ones first. They are not counted in the limits of documents and passages, and may be cited. Research reads none."`

	AnswerWords     Count  `name:"answer_words" range:"0 to 10000" default:"0" live:"any" doc:"Most words of an answer, 0 for no limit. It is cut between two statements, and says so. The classic writer does not keep to it."`
	AnswerCitations Count  `name:"answer_citations" range:"0 to 1000" default:"0" live:"any" doc:"Most places that an answer cites, 0 for no limit. Each statement keeps its first one as long as there is room. The classic writer does not keep to it."`
	Unsupported     string `name:"unsupported" allowed:"mark,drop" default:"mark" live:"any" doc:"What becomes of a statement of the model that no place in your files supports: mark shows it as such, drop leaves it out and counts it."`
	ContextTokens   Count  `name:"context_tokens" range:"100 to 1000000" default:"6000" doc:"Most tokens of the passages that the model is sent for an answer, as estimated: about four letters each. The best passages go, whole, and the answer says how many had no room."`

	KeepAnswers    string `name:"keep_answers" allowed:"on,off" default:"on" doc:"Whether questions, answers and conversations are kept in your state folder, where \"docuquest history\" finds them and \"docuquest forget\" removes them. With off the command line keeps nothing but answers that cite pages of a PDF, and an editor the answers that it shows as documents. What was sent is kept all the same, for \"docuquest sent\"."`
	History        Count  `name:"history" flag:"history" range:"0 to 100" default:"5" live:"any" doc:"How many of the last questions of a conversation a question may go on with, 0 for none. Each is then asked as if it were the first."`
	HistoryMinutes Count  `name:"history_minutes" flag:"history-minutes" range:"0 to 525600" default:"0" live:"any" doc:"How many minutes ago a question may have been asked that another one goes on with; 0 for any time."`
	HistoryNearest Count  `name:"history_nearest" flag:"history-nearest" range:"0 to 100" default:"0" live:"any" doc:"How many questions of the conversation from before the last ones a question may go on with besides: those that are nearest to it, by their words and by the built-in vectors, and near enough."`
	HistoryTokens  Count  `name:"history_tokens" range:"0 to 100000" default:"1000" doc:"Most tokens of these questions and their answers that a model is sent, as estimated; 0 sends it nothing of them."`

	ResearchRounds  Count `name:"research_rounds" range:"1 to 10" default:"2" doc:"Most rounds of searches of one research: the second and later ones ask for what those before them leave open."`
	ResearchCalls   Count `name:"research_calls" range:"1 to 100" default:"8" doc:"Most requests to the model for planning one research and for looking what is missing, besides the writing."`
	ResearchTokens  Count `name:"research_tokens" range:"100 to 10000000" default:"60000" doc:"Most tokens that these requests send and bring."`
	ResearchSeconds Count `name:"research_seconds" range:"1 to 3600" default:"60" doc:"Most seconds that the searches and these requests take; the answer is written from what was found by then."`

	Web         string         `name:"web" own:"yes" allowed:"on,off" default:"off" doc:"Whether \"docuquest research\" searches the web, too, where --web does not say. Its queries are then sent to the services that are set, and the pages that these name are read."`
	WebProvider string         `name:"web_provider" own:"yes" allowed:"serpapi,searxng" doc:"Who searches the web. Default: both, as far as they are set, SerpAPI by its key and SearXNG by its address."`
	SerpAPIKey  outside.Secret `env:"SERPAPI_API_KEY" kind:"header" doc:"Key for serpapi.com, which searches the web, and no other host. By itself it sends nothing anywhere."`
	SerpAPIURL  string         `env:"DOCUQUEST_SERPAPI_URL" kind:"address" doc:"Address of a service of your own that speaks as SerpAPI does; /search.json is appended to it, and SERPAPI_API_KEY is sent there. Default: https://serpapi.com."`
	SearXNGURL  string         `name:"searxng_url" own:"yes" env:"DOCUQUEST_SEARXNG_URL" kind:"address" doc:"Address of a SearXNG, which searches the web without a key, such as http://localhost:8888; /search is appended to it. Its settings.yml must allow the format json."`
	WebResults  Count          `name:"web_results" own:"yes" range:"1 to 20" default:"4" doc:"How many results of each query are read, of each service. Of one question at most 40 pages are, and 64 MiB."`
	WebLanguage string         `name:"web_language" own:"yes" kind:"language" doc:"Language that pages should be in, by its two letters, such as en. Default: that of the service."`
	WebTrusted  string         `name:"web_trusted" own:"yes" env:"DOCUQUEST_WEB_TRUSTED" kind:"trusted" doc:"Addresses with their ports that pages are read from although they are not public, such as 192.168.1.5:8080, with spaces between several."`
	WebPorts    string         `name:"web_ports" own:"yes" kind:"ports" doc:"Ports that pages are read from in addition to 80 and 443, with spaces between several."`

	Languages  string `name:"languages" env:"DOCUQUEST_LANGUAGES" kind:"languages" default:"prose" live:"any" doc:"Languages in whose files an editor has definitions, references, symbols, call hierarchy and, where they are no programming languages, hovers on words (see hover_words), by their LSP identifiers with spaces between several: prose stands for all that are no programming languages, all for every language, off for none, and a minus takes one away, as in \"prose python -json\". Programs are left to the servers of their languages unless they are named here; \"docuquest help languages\" lists which ones these are. Questions, commands, code actions and citations work everywhere."`
	Symbols    string `name:"symbols" env:"DOCUQUEST_SYMBOLS" kind:"languages" live:"any" doc:"Languages in whose files an editor has symbols, written as the setting languages is, for users whose other servers have symbols, too. Default: those of languages, without those that the editor says it outlines by itself; in VS Code these are Markdown, JSON and HTML."`
	HoverWords string `name:"hover_words" env:"DOCUQUEST_HOVER_WORDS" allowed:"prose,all,off" default:"prose" live:"any" doc:"In which files an editor has hovers on words: prose stands for those languages of the setting languages that are no programming languages, all for every language, off for none. Hovers on questions and citations stay."`

	CheckCitations string `name:"check_citations" allowed:"on,off" default:"on" live:"any" doc:"Whether an editor shows which citations of open Markdown files and answers have moved, were changed or are gone."`

	CallHierarchy string `name:"call_hierarchy" allowed:"on,off" default:"on" live:"any" doc:"Whether an editor is offered who calls what, as its call hierarchy: in texts the kept answers that cite them, and in programs, where the setting languages names their language, who calls a function."`

	TermsPrompt     string `name:"terms_prompt" flag:"terms" kind:"path" doc:"File with your own prompt for search terms; {query} stands for the question."`
	SummarizePrompt string `name:"summarize_prompt" flag:"summarize" kind:"path" doc:"File with your own prompt for the classic writer; {query} stands for the question, {documents} for the texts."`

	MaxFileSize     Size `name:"max_file_size" default:"2 MiB" doc:"Size of the largest file that is read: bytes, or a number with KiB, MiB or GiB."`
	MaxDocumentSize Size `name:"max_document_size" default:"64 MiB" doc:"Size of the largest PDF, docx or epub file that is read; these contain pictures in addition to their text."`

	LogFile string `name:"log_file" flag:"log" kind:"path" doc:"File for the language server's log. Default: docuquest/lsp.log in your cache folder, or lsp.log in DOCUQUEST_HOME. An editor's options come too late for it."`

	Config string `env:"DOCUQUEST_CONFIG" doc:"Settings file to read in place of docuquest/config.toml in your configuration folder."`
	Home   string `env:"DOCUQUEST_HOME" doc:"Folder for what DocuQuest writes, in place of docuquest in your cache folder (the log) and in your state folder (answers, conversations and what was sent)."`
}

// Sources are what settings are read from. An empty one sets nothing.
type Sources struct {
	File     []byte // the content of config.toml
	FileName string // its name, for messages; relative paths in it start at its folder

	Environ []string // as os.Environ returns it

	// InitializationOptions is what an editor sent: a JSON object, null or
	// nothing.
	InitializationOptions []byte

	Flags map[string]string // by name, without dashes; only the flags that were set
}

// Load puts the sources together. Warnings are about what is left out and does
// no harm, such as settings that are not known. The error is an *Error: it names
// the first value that cannot be used.
func Load(from Sources) (Settings, []Warning, error) {
	l := loader{settings: Defaults()}
	options := func(from Sources) (layer, error) {
		return editorLayer("initializationOptions", from.InitializationOptions)
	}
	for _, open := range []func(Sources) (layer, error){fileLayer, environmentLayer, options, flagsLayer} {
		layer, err := open(from)
		if err != nil {
			return Settings{}, nil, err
		}
		if err := l.apply(layer); err != nil {
			return Settings{}, nil, err
		}
	}
	return l.settings, l.warnings, nil
}

// Defaults are the settings when nothing sets any.
func Defaults() Settings {
	l := loader{}
	for _, f := range fields {
		if f.Default == "" {
			continue
		}
		if err := l.set(f, layer{}, f.Default); err != nil {
			panic("settings: a default is not allowed: " + err.Error()) // The tests load them.
		}
	}
	return l.settings
}

// Source is where a value comes from.
type Source uint8

// The sources, each winning over those before it.
const (
	Default Source = iota
	File
	Environment
	Options
	Flags
)

// An Error is a value that cannot be used, or a source that cannot be read. It
// is one line in the user's words, and shows no key.
type Error struct {
	Source  Source
	Where   string // the file or the source, for people
	Name    string // of the setting in that source, "" for the source as a whole
	Problem string // what is wrong, and what is allowed
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	text := e.Problem
	for _, part := range []string{e.Name, e.Where} {
		if part != "" {
			text = part + ": " + text
		}
	}
	return text
}

// A Warning is one line about something that was left out.
type Warning string

// A layer is one source, opened.
type layer struct {
	source Source
	where  string
	folder string // where relative paths start, "" for where the program runs
	nameOf func(Field) string
	values map[string]any // by the name in this source
	// ours reports whether an unknown name was meant for this program.
	ours func(name string) bool
}

// loader puts one layer over another.
type loader struct {
	settings Settings
	warnings []Warning
}

// apply sets the fields that a layer holds, in their order: an address comes
// before its key.
func (l *loader) apply(from layer) error {
	known := map[string]bool{}
	for _, f := range fields {
		name := from.nameOf(f)
		if name == "" {
			continue
		}
		known[name] = true
		value, given := from.values[name]
		if !given {
			continue
		}
		if f.Own && from.source == Options {
			l.warn("%s: %s is read from config.toml and the environment alone", from.where, name)
			continue
		}
		if err := l.set(f, from, value); err != nil {
			return &Error{Source: from.source, Where: from.where, Name: name, Problem: err.Error()}
		}
	}
	l.warnUnknown(from, known)
	return nil
}

// set sets one field to a value.
func (l *loader) set(f Field, from layer, value any) error {
	text, err := f.text(value)
	if err != nil {
		return err
	}
	if text != "" && f.Kind == "path" && !filepath.IsAbs(text) {
		if from.source == Options {
			return fmt.Errorf("%q is not an absolute path", text)
		}
		text = filepath.Join(from.folder, text)
	}
	before := l.settings
	if err := f.assign(reflect.ValueOf(&l.settings).Elem().FieldByIndex(f.index), text); err != nil {
		return err
	}
	l.keepKeyAtHome(from, before.origin(), l.settings.origin(), &l.settings.APIKey)
	l.keepKeyAtHome(from, before.rerankOrigin(), l.settings.rerankOrigin(), &l.settings.RerankKey)
	l.keepKeyAtHome(from, before.embedOrigin(), l.settings.embedOrigin(), &l.settings.EmbedKey)
	return nil
}

// keepKeyAtHome drops a key when its address changes to another host: the author of
// the address may not be trusted with the key.
func (l *loader) keepKeyAtHome(from layer, was, is string, key *outside.Secret) {
	if was == is || key.IsZero() {
		return
	}
	*key = outside.Secret{}
	switch {
	case was == "":
		l.warn("%s: the key that an earlier source set without an address is not sent to %s", from.where, is)
	case is != "":
		l.warn("%s: the key for %s is not sent to %s", from.where, was, is)
	}
}

func (l *loader) warn(format string, args ...any) {
	l.warnings = append(l.warnings, Warning(fmt.Sprintf(format, args...)))
}
