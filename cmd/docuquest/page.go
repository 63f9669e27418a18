package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/document"
)

// The width of a picture in pixels.
const (
	usualWidth = 1000
	mostWidth  = 4096
)

func pageCommand() command {
	return command{
		name:    "page",
		summary: "draw a page of a PDF, with what an answer quotes marked",
		args:    "FILE N",
		about: []string{
			"Draws page N of a PDF, counted from 1, as a PNG file. --mark says what is marked on it: with the id of an answer the quotes that the answer takes from this page, with four numbers x0,y0,x1,y1 a rectangle, in shares of the page from its top left corner. It may be given several times.",
			"Answers that cite pages are kept; \"docuquest ask\" tells their ids, as do editors.",
		},
		examples: []string{
			"docuquest page report.pdf 12 --png page.png",
			"docuquest page report.pdf 12 --mark k3vq7h2mzt5a --png page.png",
			"docuquest page report.pdf 1 --mark 0.1,0.2,0.9,0.25 --width 600 --png - | display",
		},
		prepare: func(flags *flag.FlagSet) action {
			d := drawing{width: usualWidth}
			flags.StringVar(&d.to, "png", "", "write the picture to `OUT`, or to the standard output for -")
			numberFlag{"width", mostWidth, "make the picture `PX` pixels wide, 1 to 4096; 1000 unless said otherwise"}.define(flags, &d.width)
			flags.Func("mark", "mark what the answer `ID` cites, or a rectangle x0,y0,x1,y1", d.mark)
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := d.aim(args); err != nil {
					return err
				}
				return p.page(ctx, out, &d)
			}
		},
	}
}

// A drawing is a page that is wanted as a picture.
type drawing struct {
	file  string // as the user has it
	page  int    // from 1
	to    string // the file to write, "-" for the standard output
	width int    // in pixels

	boxes   []document.Mark // to mark; their page is not set
	answers []string        // whose citations to mark
}

// mark takes the value of a flag: four numbers, or an id.
func (d *drawing) mark(value string) error {
	if !strings.Contains(value, ",") {
		d.answers = append(d.answers, value)
		return nil
	}
	box, err := readBox(value)
	d.boxes = append(d.boxes, document.Mark{Box: box})
	return err
}

// readBox reads the left, upper, right and lower side of a rectangle.
func readBox(value string) (document.Box, error) {
	parts := strings.Split(value, ",")
	var sides []float64
	for _, part := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(n) || n < 0 || 1 < n {
			break
		}
		sides = append(sides, n)
	}
	if len(parts) != 4 || len(sides) != 4 || sides[2] <= sides[0] || sides[3] <= sides[1] {
		return document.Box{}, errors.New("it may be an id, or x0,y0,x1,y1 with numbers from 0 to 1, the second corner below and right of the first")
	}
	left, top, right, bottom := sides[0], sides[1], sides[2], sides[3]
	return document.Box{Vertices: [4][2]float64{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, nil
}

// aim takes the arguments: the file and the page.
func (d *drawing) aim(args []string) error {
	if len(args) < 2 {
		return usageError{"which page of which file?"}
	}
	if err := noMore(args[2:]); err != nil {
		return err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 {
		return usageError{fmt.Sprintf("%q is no number of a page", printable(args[1]))}
	}
	if d.to == "" {
		return usageError{"where should the picture go? --png OUT names a file"}
	}
	d.file, d.page = args[0], n
	return nil
}

func (p *program) page(ctx context.Context, out *output, d *drawing) error {
	if d.to == "-" && p.screens.stdout {
		return usageError{"a terminal cannot show the picture: --png OUT names a file"}
	}
	t, err := single(d.file)
	if err != nil {
		return err
	}
	a, err := p.openAlone(t, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	f, err := a.Read(ctx, t.file)
	if err != nil {
		return err
	}
	marks, err := d.marks(a, t)
	if err != nil {
		return err
	}
	if f.Language != "pdf" {
		return fmt.Errorf("%s has no pages that can be drawn", d.file)
	}
	picture, err := p.formats().pages.Draw(ctx, f.Content, d.page, marks, d.width)
	if err != nil {
		return fmt.Errorf("%s: %w", d.file, err)
	}
	return d.write(out, picture)
}

// marks are the rectangles, and those of what the answers cite on the page.
func (d *drawing) marks(a *agent.Agent, t target) ([]document.Mark, error) {
	marks := d.boxes
	for i := range marks {
		marks[i].Page = d.page
	}
	for _, id := range d.answers {
		answer, err := a.Answer(id)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("no answer with the id %q is kept", printable(id))
		}
		if err != nil {
			return nil, err
		}
		cited := d.cited(answer, t)
		if len(cited) == 0 {
			return nil, fmt.Errorf("the answer %s cites nothing on page %d of %s", answer.ID, d.page, d.file)
		}
		marks = append(marks, cited...)
	}
	return marks, nil
}

// cited are the quotes on the page that an answer cites.
func (d *drawing) cited(answer *agent.Answer, t target) []document.Mark {
	var marks []document.Mark
	for _, c := range answer.Citations {
		if c.Page == d.page && len(c.Vertices) == 4 && endsIn(t.file.Path(), c.Path) {
			box := document.Box{Page: c.Page, Vertices: [4][2]float64(c.Vertices)}
			marks = append(marks, document.Mark{Box: box, Quote: c.Quote})
		}
	}
	return marks
}

// endsIn reports whether a file may be the one that an answer calls by a path: the
// answer knew the folder that the path starts in, and does not tell it.
func endsIn(absolute, path string) bool {
	return absolute == path || strings.HasSuffix(absolute, "/"+path)
}

func (d *drawing) write(out *output, picture []byte) error {
	if d.to == "-" {
		_, err := out.exact().Write(picture)
		return err
	}
	if err := os.WriteFile(d.to, picture, 0o644); err != nil {
		return fmt.Errorf("%s: %w", d.to, cause(err))
	}
	return nil
}
