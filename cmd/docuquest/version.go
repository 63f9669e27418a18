package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

func versionCommand() command {
	return command{
		name:     "version",
		summary:  "print the version",
		about:    []string{"Prints the version of the program, and of the Go release that built it."},
		examples: []string{"docuquest version", "docuquest version --json"},
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			c.jsonFlag(flags)
			return func(_ context.Context, _ *program, out *output, args []string) error {
				if err := noMore(args); err != nil {
					return err
				}
				return writeVersion(out, c.json)
			}
		},
	}
}

// build says how the program was built.
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
	const usual = 12 // digits, which no repository has twice
	commit := b.Revision[:min(usual, len(b.Revision))]
	if commit != "" && b.Modified {
		commit += "+changes"
	}
	return commit
}

func writeVersion(out *output, asJSON bool) error {
	b := thisBuild()
	if asJSON {
		return writeJSON(out, b)
	}
	_, err := fmt.Fprintf(out, "docuquest %s (%s, %s)\n", b.Version, b.Go, b.System)
	return err
}
