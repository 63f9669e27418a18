// Package core is the map of the house.
//
// DocuQuest answers questions from the files of a workspace, and checks every
// statement of an answer against them. Data flows one way:
//
//	file -> document -> chunk -> index -> retrieve -> answer -> ground -> agent -> lsp | cmd
//
// A room is a package. It imports only rooms to its left; layers_test.go has the whole
// table, and the limits of size. What a room must not know is as much its definition as
// what it does.
//
// Language knows no document:
//
//   - language/text: spans, lines, positions in bytes, UTF-8, UTF-16 and UTF-32, both
//     tokenizers, sentences.
//   - language/charset: decodes the bytes of a file.
//   - language/analysis: the terms of a text: folded forms, stems, parts of identifiers,
//     numbers and dates, stop words.
//   - language/lexicon: the words of languages that a room must recognise, as data files:
//     months, numerals, words that ask, compare and deny.
//   - language/quantity: numbers, amounts with units, dates, times and versions: finds,
//     converts and compares them.
//   - language/fuzzy: how similar two texts are, and where a text nearly contains another.
//   - language/thesaurus: synonyms and kinds of English nouns.
//
// Files and documents know no question:
//
//   - file: what a file is, and the open buffers that win over the disk. file/disk alone
//     reads the user's files.
//   - document: a text with a tree of blocks, and its parsers: document/plain,
//     document/markdown, document/structured, document/html, document/office,
//     document/code and document/pdf. They cannot fail and know nothing of one another.
//     document/documenttest checks them.
//   - document/chunk: cuts documents into passages with their titles: rows of tables,
//     definitions of programs, windows of pages.
//   - document/entry: what an author wrote as one thing: a paragraph, a list with the line that
//     introduces it, a row with its header. Answers are made of entries.
//   - index: which words occur in which files. index/splay is the multimap on a splay tree
//     that gave the project its name; it starts no goroutine.
//
// Code:
//
//   - code/languages: the table of languages: names, comments, strings, imports, definitions.
//   - code/graph: which definition calls which, and which file depends on which, as far as
//     that is visible without checking types.
//   - code/codemap: the map of a code base, its calls and imports, and the definitions near
//     passages.
//   - code/lookup: answers questions on what programs define, from declarations, calls and
//     imports.
//   - code/notes: notes on files and definitions, and the search in them. code/annotate makes
//     notes, by rules or by a model, and code/notebook those of a workspace.
//
// Search knows no answer:
//
//   - search/question: what a person asks, parsed once into one value that all rooms take.
//   - search/retrieve: from a question to documents and passages, by the classic rule or by
//     rank.
//   - search/tables: the tables of documents and the records of files as grids, queries on them,
//     and questions read with their headers. search/keys: the files that a question means by a
//     name, and what they state under keys, as one grid. search/counting: questions on the files
//     themselves, such as how many mention a word. search/parallel: runs a function for many
//     values at once.
//   - search/stage: the stages of a question as one tree, of which explain and steps are views.
//   - search/mentions: where a word occurs, for the hover. search/passages: keeps the vectors
//     of passages while files change.
//   - search/rank: how well a text fits a question: signals and the formula that weighs them.
//   - search/rerank: reads the best passages once more: search/rerank/lexical is built in,
//     search/rerank/http a service, search/rerank/listwise a language model.
//   - search/embed: makes vectors: search/embed/static is built in, search/embed/openai a
//     service, search/embed/embedtest plays one. search/vector compares them, search/meaning
//     compares texts by them.
//
// Answer reads no file:
//
//   - answer: a draft from the passages alone, by a model or from the best sentences.
//   - answer/accounts: finds rows of statements of accounts that a question asks for.
//   - answer/outline: outlines the file or the section that is called what a question asks for.
//   - answer/values: the values that a question asks for in a sentence: numbers, dates, persons,
//     commands, settings.
//   - answer/ground: gives every quote of a draft a place in the text or drops it. Pure: no
//     model, no clock, no chance.
//   - answer/render: writes an answer as Markdown, HTML or plain text, without images, HTML
//     and links that are not checked citations.
//   - answer/replies: the shapes of replies.
//   - answer/research: searches, finds which facts are missing, and searches again.
//     answer/research/web adds pages of the web.
//   - answer/evidence: what became of citations after edits.
//   - answer/history: conversations, kept answers, and questions asked before.
//   - answer/why: how an answer came about, and why a file is not in it.
//   - answer/sent: what was sent for an answer.
//
// Services are the only rooms with a network:
//
//   - services/outside: the one HTTP client, consent, and the ledger of what was sent.
//     services/outside/mask takes secrets out of it; services/outside/outsidetest plants them.
//   - services/llm: what a model is. services/llm/openai is one, services/llm/llmtest plays one.
//   - services/websearch: what a search of the web is. services/websearch/serpapi and
//     services/websearch/searxng ask a service each, through services/websearch/service;
//     services/websearch/fetch reads pages; services/websearch/webtest plays the web.
//
// And above all of them:
//
//   - agent: the stages of a question, in order, and the state of the workspace. agent/view
//     is that state at one moment, as a value; features are functions of it. agent/fault is
//     the kind of an error, which lsp and the command line map.
//   - settings: all settings, with their documentation.
//   - store: what is kept on the disk for the user, and what was costly to make.
//   - eval: measures retrieval and answers on questions with known answers.
//
// Outside core: prompts has the texts of prompts, lsp is the language server (one file a
// request; lsp/lsptest plays an editor), and cmd/docuquest wires everything and decides alone
// which parts are used: no room asks whether a key exists. cmd/vectortable, cmd/wordnettable and
// cmd/gotreequestions make data that is kept in the repository, and cmd/measure measures
// statements, tables, research and notes.
//
// # State
//
// Two values change: file.Overlay, what each file contains now, and index.Library,
// what is known of it. All else is a value that is never written after it was
// published. A plain splay tree restructures on every look-up, so that a read
// would be a write; ours splays only when a look-up went deeper than twice the
// logarithm of its size, which keeps the amortised bound of Sleator and Tarjan
// and lets readers share a lock. A question looks everything up under one short
// hold of it and goes on with immutable posting lists and the snapshot of that
// moment.
//
// # Trust
//
// Files, file names and replies of models are data, never instructions. The
// answering model has no tools; its reply is parsed, checked against the files
// and written out again by us. Addresses, keys and models come from the user's
// own configuration, never from the workspace.
//
// # To change
//
//	a hover shows the wrong line            lsp/hover.go core/search/mentions/mentions.go
//	a new format, such as AsciiDoc          core/document/document.go core/document/plain cmd/docuquest/formats.go
//	"who calls X" is not understood         core/language/lexicon/en.txt core/search/question/codequery.go
//	a wrong declaration or caller           core/code/graph/declarations.go core/code/lookup core/code/graph/resolver.go
//	a new programming language              core/code/languages/languages.txt
//	a wrong unit or number                  core/language/quantity/units.txt core/language/quantity/find.go
//	a figure of a statement is misjudged    core/answer/ground/figures.go
//	a secret of a vendor is not masked      core/services/outside/mask/rules.go core/services/outside/mask/gitleaks.toml
//	how long a 429 or an error is waited    core/services/outside/retry.go
//	a typing error is corrected wrongly     core/search/retrieve/typo.go
//	a progress bar stays                    lsp/progress.go
//	citations are lost after a rename       core/answer/evidence/rename.go
//	a rule of .gitignore is ignored         core/file/disk/ignore.go core/file/disk/wildmatch.go
//	a follow-up inherits the wrong word     core/search/question/dependence.go core/search/retrieve/context.go
//	the default number of passages          core/agent/ask.go
//	"highest price" is wrong                core/search/tables core/language/quantity/compare.go
//	"which posts are drafts" is not read    core/search/keys core/search/tables/conditions.go core/language/lexicon/en.txt
//	a key of front matter is not seen       core/document/structured/keys.go core/document/header.go
//	a part of a question has no answer      core/search/question/parts.go core/answer/research/parts.go
//	"who" in another language               core/language/lexicon/de.txt core/search/question/aim.go
//	refused although it is answered         core/answer/demand.go core/agent/calibrate.go
//	wrong words are reported missing        core/search/retrieve/search.go
//	the order of documents                  core/search/rank/signals.go core/search/retrieve/hybrid.go
//	which entries an answer takes           core/answer/entries.go core/search/rank/entry.go
//	what counts as shown, or as cut         core/eval/panel.go core/eval/cut.go
//	the prompt of a model                   prompts core/answer/generative.go
//	how a reply of a model is read          core/answer/lenient.go core/answer/reply.go
//	a line of a balance sheet is missed     core/language/lexicon/en.txt core/answer/accounts
//	a table of a PDF is read wrongly        core/document/entry/pages.go
//	how quotes are located                  core/answer/ground/place.go core/answer/ground/aligned.go
//	what is left out of the index           core/file/disk/rulebook.go core/file/disk/content.go
//	how passages are cut                    core/document/chunk
//	how much of a file an answer shows      core/document/entry core/answer/replies/entry.go
//	what counts as a definition             core/search/rank/define.go core/language/lexicon/en.txt
//	what is a list, and how it is shown     core/document/entry/list.go core/answer/replies/list.go
//	what may be asked of the web            core/answer/research/private.go
//	a limit of a question                   core/agent/request.go
//	the code of an error                    core/agent/fault/fault.go lsp/dispatch.go cmd/docuquest/run.go
//	how notes lead to passages              core/code/notebook/explore.go core/code/notes/search.go
//	a setting                               core/settings/settings.go
//	a command of the command line           cmd/docuquest/command.go cmd/docuquest/help
//	a request or command of the server      lsp/routes.go lsp/command.go lsp/README.md
//	what explain shows                      core/answer/why/document.go core/search/stage/stage.go
//	when files are read again               core/agent/files.go core/agent/backlog.go
package core
