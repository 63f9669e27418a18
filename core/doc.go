// Package core is the map of the house.
//
// DocuQuest answers questions from the files of a workspace, and checks every
// statement of an answer against them. Data flows one way:
//
//	file -> document -> chunk -> index -> retrieve -> answer -> ground -> agent -> lsp | cmd
//
// A room imports only rooms to its left. What a room must not know is as much
// its definition as what it does; layers_test.go holds the whole table and fails
// when an import is not in it.
//
//   - text: spans, lines, positions in bytes, UTF-8, UTF-16 and UTF-32, both
//     tokenizers, sentences, numbers and dates. Knows nothing of ours. Below it
//     text/charset decodes.
//   - analysis: the terms of a text: folded forms, stems, parts of identifiers,
//     numbers and dates, stop words. Knows no document.
//   - splay: the multimap on a splay tree that gave the project its name. Knows
//     no document and starts no goroutine.
//   - fuzzy: how alike two texts are, and where one stands nearly in another.
//   - file: what a file is, and the open buffers that win over the disk. Touches
//     no disk itself; file/disk alone does, for the user's files.
//   - outside: the one HTTP client, secrets that print as ***, the mask that takes
//     those of files out of what is sent, consent, and the ledger of the very bytes.
//     Knows no room of the line. outside/outsidetest plants secrets and records.
//   - document: a text with a tree of blocks, and its parsers, one a room
//     (document/plain, markdown, structured, html, office, code, pdf). They
//     cannot fail and know nothing of one another. What a text full of marks says
//     to a reader is its Reading, which leads back to the bytes of the file.
//   - chunk: cuts documents into passages with the titles on the way to them: rows
//     of tables, definitions of programs, windows of pages.
//   - graph: who calls whom in programs, and what depends on what, as far as that can be
//     seen without checking types. Knows no index.
//   - index: which words stand in which files; postings in the multimap. Knows
//     no model, no disk, no protocol.
//   - llm: what a model is. llm/openai is one behind an address, llm/llmtest
//     plays one.
//   - vector, embed: what vectors are and who makes them; embed/static is a table
//     of word pieces in the program, embed/openai a model behind an address, and
//     embed/embedtest plays one. meaning: how near a text comes to a question by
//     them. thesaurus: synonyms and kinds of English nouns; analysis asks it which words
//     are English.
//   - notes: what is noted about the files of a code base and the pieces that they
//     contain, in five kinds, and the pieces whose notes are nearest to a question. Knows
//     nobody who makes notes or vectors.
//   - annotate: makes notes by rules, and the queries by which they are found; where a
//     person asks for it, it has a model write notes, and keeps them by what a text says.
//   - rank: how well a text fits a question: signals and the formula that weighs
//     them. Pure numbers.
//   - rerank: what reads the few best passages once more. rerank/lexical is built in
//     and sends nothing; rerank/http is a service, rerank/listwise a language model.
//   - websearch: what a search of the web is, which addresses are one page, and links to a
//     sentence of one. websearch/serpapi and websearch/searxng ask a service each, by
//     way of websearch/service; websearch/fetch reads pages, from public addresses alone,
//     into documents. websearch/webtest plays the web.
//   - retrieve: from a question to documents and passages, by the classic rule
//     or by rank. Knows no answer.
//   - answer: a draft from the passages alone, by a model or by the best
//     sentences. Reads no file.
//   - ground: gives every quote of a draft a place in the text or drops it. Pure:
//     no model, no clock, no chance.
//   - research: searches, looks which facts are still missing, and searches again; by
//     rules, and with a model where there is one. Reads no file and knows no index.
//     research/web is a source beside the workspace: the pages that websearch names, read
//     and searched as files are.
//   - render: writes an answer out again, as Markdown, HTML or plain text, with no
//     image, no HTML and no link but to a checked citation. Knows no room.
//   - agent: the order of the stages, the state of the workspace, and the reply
//     as one struct. What the editor and the command line talk to.
//   - store: what is the user's own between sessions, in their state folder, and
//     what was costly to make, in their cache. Alone reads and writes them.
//   - settings: all settings in one struct, with their documentation.
//   - eval: measures retrieval on questions with known answers. eval/build makes those
//     on the source of Go.
//
// Outside core: prompts holds the prompt texts, lsp is the language server
// (order, cancellation, containment, positions, one file a request), and
// cmd/docuquest wires everything and decides alone which parts are used: no
// room asks whether there is a key.
//
// # State
//
// Two values change: file.Overlay, what each file says now, and index.Library,
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
package core
