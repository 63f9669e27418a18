// Package pdf reads PDF files: their text as paragraphs with a place on a page,
// a page as text in its layout, and a page as a picture with places marked.
//
// The reading is done by PDFium, compiled to WebAssembly. It runs in a sandbox
// that has no files, no network and no clock of ours, and only so much memory;
// it is started when the first PDF comes and compiled once for all sessions
// where there is a folder to keep the result in. Each document gets a fresh
// instance of it, which is thrown away afterwards, so that a file made to break
// the reader breaks nothing but its own reading.
//
// From PDFium come characters and their boxes alone. What belongs together is
// decided here, in three steps of a file each: words.go makes words of characters,
// flow.go finds columns and so the order of reading, lines.go makes lines and
// paragraphs.
package pdf

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
)

// Options are settings of a Reader. The zero value reads PDFs, but compiles
// the sandbox anew in every process, which takes some seconds.
type Options struct {
	// Cache is a folder for the compiled sandbox, some 20 MB. It is made, for
	// its owner alone, when the first PDF is read. What lies in it is run: no
	// one else may be able to write there. "" keeps nothing. A folder that
	// cannot be used costs time and nothing else.
	Cache string
	// Timeout is how long a document may take, without the start of the sandbox
	// and the wait for others; 10 s if it is zero. Each page that was read adds a
	// quarter of a second, up to twelve times the Timeout in all. Documents of
	// which nothing comes may take six times the Timeout together; what more there
	// are is given up then, for some minutes.
	Timeout time.Duration
	// Preparing, unless nil, is called when the sandbox is started, and what it
	// gives when that is done. It takes some seconds where Cache has no compiled
	// code, and a tenth of a second where it has.
	Preparing func() (end func())
}

// A Reader reads PDF files. It is a [document.Parser]. All its methods may be
// called from many goroutines at once; two documents at a time are read.
type Reader struct {
	engine   *engine
	limits   limits
	patience *patience
}

// limits are what is read of one document at most.
type limits struct {
	file  int // bytes of the file
	pages int
	text  int           // bytes of the text
	time  time.Duration // Options.Timeout
}

// New makes a Reader. It starts nothing: that is left to the first PDF.
func New(options Options) *Reader {
	timeout := cmp.Or(options.Timeout, 10*time.Second)
	e := &engine{
		folder: options.Cache, preparing: options.Preparing,
		started: make(chan struct{}), turns: make(chan struct{}, together),
	}
	e.living, e.end = context.WithCancel(context.Background())
	e.close = sync.OnceValue(e.stop)
	return &Reader{engine: e, patience: newPatience(timeout), limits: limits{
		file:  96 << 20,
		pages: 5000,
		text:  32 << 20,
		time:  timeout,
	}}
}

// Close stops what is being read and gives back what the sandbox holds. Reading
// afterwards returns a problem or an error.
func (r *Reader) Close() error { return r.engine.close() }

// Parse returns the text of a PDF: for each page that has text a block of kind
// Page, and in it paragraphs in the order of reading, each with its box. The text
// of a paragraph is its lines, each with a line end; the text of the document is
// that of its paragraphs, each followed by a space. Cells that are next to one
// another are one line, with two spaces between them. A hyphen at the end of a
// line stays. Pages without text, and all else that could not be read, are named
// in Problems.
func (r *Reader) Parse(f file.File) *document.Document {
	x := extraction{
		limits: r.limits,
		document: document.Document{
			Identity: f.Identity, Path: f.Path, Language: f.Language, Extracted: true,
		},
	}
	switch err := r.extract(f.Content, &x); {
	case err == nil:
	case !x.opened:
		x.problem(document.Problem{Message: inWords(err), Passing: passing(err)})
	default:
		x.skipped, x.passing = "the file "+inWords(err), passing(err)
	}
	x.document.Text = x.text.String()
	x.problem(document.Problem{Message: x.damaged.say("is damaged", "are damaged")})
	x.problem(document.Problem{Message: x.empty.say("has no text (a scan?)", "have no text (scans?)")})
	if x.skipped != "" {
		rest := pageSet{{x.done + 1, x.pages}}
		message := rest.say("was left out or cut: ", "were left out or cut: ") + x.skipped
		x.problem(document.Problem{Message: message, Passing: x.passing})
	}
	return &x.document
}

// extract reads pages into x until all are read or no more can be.
func (r *Reader) extract(content string, x *extraction) error {
	if err := r.refuse(content); err != nil {
		return err
	}
	limit := r.patience.part(time.Now())
	if limit == 0 {
		return errGivenUp
	}
	const mostRetries = 3
	return r.engine.turn(context.Background(), limit, mostTimeouts*r.limits.time, func(t *turn) error {
		x.pageDone = t.pageDone
		for {
			err := t.open(content, x.read)
			if err != nil && t.ctx.Err() == nil && x.opened && x.done < x.pages && x.retries < mostRetries {
				x.retries++ // without the page on which the instance broke
				x.damaged.add(x.done + 1)
				x.done++
				continue
			}
			if err != nil || x.retries > 0 {
				worth := time.Duration(x.done+1) * pageTime
				r.patience.spend(time.Now(), time.Since(t.began)-worth)
			}
			return err
		}
	})
}

// refuse names what is wrong with a file that needs no sandbox to be refused.
func (r *Reader) refuse(content string) error {
	const headWithin = 1024 // bytes before the mark of a PDF that readers bear with
	switch {
	case content == "":
		return errEmpty
	case r.limits.file < len(content):
		return errTooLarge
	case !strings.Contains(content[:min(len(content), headWithin+len("%PDF"))], "%PDF"):
		return errDamaged
	}
	return nil
}

// Layout returns one page, counted from 1, as text in which everything is about
// where it is on the page: columns side by side, and empty lines for gaps.
// The content is that of the file. The error is that of ctx if it ended first.
func (r *Reader) Layout(ctx context.Context, content string, page int) (string, error) {
	var layout string
	err := r.onPage(ctx, content, page, func(p *openPage) error {
		words, err := p.words(r.limits.text)
		layout = grid(words, p.size)
		return err
	})
	return layout, err
}

// onePageTimeouts is how much longer a single page may take than a document: a
// person waits for it, and transparency is mixed pixel by pixel.
const onePageTimeouts = 6

// onPage runs do on one page of a file.
func (r *Reader) onPage(ctx context.Context, content string, page int, do func(*openPage) error) error {
	if err := r.refuse(content); err != nil {
		return err
	}
	limit := onePageTimeouts * r.limits.time
	return r.engine.turn(ctx, limit, limit, func(t *turn) error {
		return t.open(content, func(b *openDocument) error {
			if page < 1 || b.pages < page {
				return fmt.Errorf("there is no page %d, only %d of them", page, b.pages)
			}
			return b.page(page, do)
		})
	})
}
