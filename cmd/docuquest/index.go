package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/render"
	"docuquest/core/file"
)

// indexReply is what the command prints for programs.
type indexReply struct {
	agent.Status
	ElapsedMs float64 `json:"elapsed_ms"`
}

// index reads a folder, and prints how many files are searched and why others are not.
func (c *call) index(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	vectors := c.flags.Bool("vectors", false, "make the vectors that files lack, by the service of embed_model")
	if err := c.parse(0); err != nil {
		return err
	}
	s, err := c.openPlain()
	if err != nil {
		return err
	}
	defer s.agent.Close()
	if *vectors && s.agent.Status().Vectors == nil {
		return errNoEmbedder
	}
	line := c.progress()
	defer line.clear()
	start := time.Now()
	if err := s.agent.Load(ctx, line.files); err != nil {
		return err
	}
	elapsed := time.Since(start)
	if *vectors {
		err := s.agent.MakeVectors(ctx, func(files, of int) {
			line.say(fmt.Sprintf("Making vectors: %d of %d files", files, of))
		})
		if err != nil {
			return err
		}
	}
	line.clear()
	status := s.agent.Status()
	if c.json {
		return writeJSON(c.out, indexReply{status, float64(elapsed.Microseconds()) / 1000})
	}
	_, err = c.out.Write([]byte(indexText(status, elapsed, c.screens.width)))
	return err
}

// indexText is what is searched and what is not, for people.
func indexText(s agent.Status, elapsed time.Duration, width int) string {
	const mostPaths = 4
	var b strings.Builder
	fmt.Fprintf(&b, "Indexed %d of %d files in %.2f s: %d different terms, %d words, %s of text.\n",
		s.Files, s.Of, elapsed.Seconds(), s.Sizes["terms"], s.Sizes["tokens"], amount(s.Sizes["bytes"]))
	if v := s.Vectors; v != nil {
		fmt.Fprintf(&b, "%d of %d files have vectors by %s", v.Files, v.Of, v.Model)
		if v.Bytes > 0 {
			fmt.Fprintf(&b, "; %s of text were sent for them", amount(v.Bytes))
		}
		if v.Refused > 0 {
			fmt.Fprintf(&b, "; the service rejected %d", v.Refused)
		}
		b.WriteString(".\n")
	}
	if s.Skipped.Count > 0 {
		fmt.Fprintf(&b, "\nLeft out, files and whole folders: %d\n", s.Skipped.Count)
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Skipped.Reasons)) {
		// A few of the files are named, each with what its own reason adds.
		var paths []string
		between := ", "
		for _, f := range s.Skipped.First {
			if len(paths) == mostPaths || string(file.Reason(f.Reason).Kind()) != reason {
				continue
			}
			path := f.Path
			if own, ok := strings.CutPrefix(f.Reason, reason+": "); ok {
				path, between = path+": "+own, "; "
			}
			paths = append(paths, path)
		}
		line := fmt.Sprintf("- %s: %d", reason, s.Skipped.Reasons[reason])
		if paths != nil {
			if len(paths) < s.Skipped.Reasons[reason] {
				paths = append(paths, "...")
			}
			line += " (" + strings.Join(paths, between) + ")"
		}
		b.WriteString(render.Wrap(printableLine(line), width, "") + "\n")
	}
	return b.String()
}
