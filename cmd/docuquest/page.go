package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"docuquest/core/document"
)

// The width of a picture in pixels.
const (
	defaultWidth = 1000
	mostWidth    = 4096
)

// page draws a page of a PDF, with what answers cite on it and with rectangles marked.
func (c *call) page(ctx context.Context) error {
	to := c.flags.String("png", "", "write the picture to `OUT`, or to the standard output for -")
	width := defaultWidth
	c.numberFlag(&width, "width", mostWidth, "make the picture `PX` pixels wide, 1 to 4096; default 1000")
	var boxes []document.Box // their page is not set
	var ids []string         // of answers
	c.flags.Func("mark", "mark what the answer `ID` cites, or a rectangle x0,y0,x1,y1", func(value string) error {
		if !strings.Contains(value, ",") {
			ids = append(ids, value)
			return nil
		}
		box, err := readBox(value)
		boxes = append(boxes, box)
		return err
	})
	if err := c.parse(2); err != nil {
		return err
	}
	if len(c.args) < 2 {
		return usageError{"which page of which file?"}
	}
	number, err := strconv.Atoi(c.args[1])
	switch {
	case err != nil || number < 1:
		return usageError{fmt.Sprintf("%q is no number of a page", printable(c.args[1]))}
	case *to == "":
		return usageError{"where should the picture go? --png OUT names a file"}
	case *to == "-" && c.screens.stdout:
		return usageError{"a terminal cannot show the picture: --png OUT names a file"}
	}
	c.file = c.args[0]
	s, err := c.openPlain()
	if err != nil {
		return err
	}
	defer s.agent.Close()
	f, err := s.agent.Read(ctx, s.file)
	if err != nil {
		return err
	}
	var marks []document.Mark
	for _, box := range boxes {
		box.Page = number
		marks = append(marks, document.Mark{Box: box})
	}
	for _, id := range ids {
		cited, err := c.marksOf(s, id, number)
		if err != nil {
			return err
		}
		marks = append(marks, cited...)
	}
	if f.Language != "pdf" {
		return fmt.Errorf("%s has no pages that can be drawn", c.file)
	}
	picture, err := c.formats().pages.Draw(ctx, f.Content, number, marks, width)
	if err != nil {
		return fmt.Errorf("%s: %w", c.file, err)
	}
	if *to == "-" {
		_, err := c.out.exact().Write(picture)
		return err
	}
	if err := os.WriteFile(*to, picture, 0o644); err != nil {
		return fmt.Errorf("%s: %w", *to, cause(err))
	}
	return nil
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

// endsIn reports whether a file may be the one that an answer calls by a path: an answer
// records the path below the folder that was asked, but not that folder.
func endsIn(absolute, path string) bool {
	return absolute == path || strings.HasSuffix(absolute, "/"+path)
}

// marksOf are the quotes on a page that a kept answer cites, at least one.
func (c *call) marksOf(s *session, id string, page int) ([]document.Mark, error) {
	answer, err := s.agent.Answer(id)
	if err != nil {
		return nil, err
	}
	var marks []document.Mark
	for _, cited := range answer.Citations {
		if cited.Page == page && len(cited.Vertices) == 4 && endsIn(s.file.Path(), cited.Path) {
			box := document.Box{Page: cited.Page, Vertices: [4][2]float64(cited.Vertices)}
			marks = append(marks, document.Mark{Box: box, Quote: cited.Quote})
		}
	}
	if len(marks) == 0 {
		return nil, fmt.Errorf("the answer %s cites nothing on page %d of %s", answer.ID, page, c.file)
	}
	return marks, nil
}
