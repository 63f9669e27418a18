package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the version of the program.
func (c *call) version(context.Context) error {
	c.jsonFlag()
	if err := c.parse(0); err != nil {
		return err
	}
	b := thisBuild()
	if c.json {
		return writeJSON(c.out, b)
	}
	_, err := fmt.Fprintf(c.out, "docuquest %s (%s, %s)\n", b.Version, b.Go, b.System)
	return err
}

// build is how the program was built.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source, if it was built in a checkout
	Modified bool   `json:"modified,omitempty"` // the source had changes that are in no revision
	Go       string `json:"go"`
	System   string `json:"system"`
}

func thisBuild() build {
	b := build{Version: version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if ok && b.Version == "" {
		b.Version = info.Main.Version
	}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	if ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Revision = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	return b
}

// commit is the revision as people write it, "" if it is not known.
func (b build) commit() string {
	const length = 12 // digits, enough to distinguish revisions
	commit := b.Revision[:min(length, len(b.Revision))]
	if commit != "" && b.Modified {
		commit += "+changes"
	}
	return commit
}
