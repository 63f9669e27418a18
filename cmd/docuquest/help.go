package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/file"
	"docuquest/core/settings"
)

// pages are the help of commands and topics, in Markdown. overview.md lists them.
//
//go:embed help/*.md
var pages embed.FS

// help explains what the argument names, or lists the commands and topics.
func (c *call) help(context.Context) error {
	markdown := c.flags.Bool("markdown", false, "print the settings as a table in Markdown")
	if err := c.parse(1); err != nil {
		return err
	}
	topic := "overview"
	if len(c.args) > 0 {
		topic = c.args[0]
	}
	if explained, err := find(topic); err == nil {
		of := c.newCall(explained, c.out, []string{"-h"})
		_ = of.run(of, context.Background()) // defines the flags, and returns flag.ErrHelp
		return of.writeHelp()
	}
	page, err := pages.ReadFile("help/" + topic + ".md")
	if err != nil {
		entries, _ := pages.ReadDir("help") // embedded, so that it cannot fail
		var topics []string
		for _, e := range entries {
			topics = append(topics, strings.TrimSuffix(e.Name(), ".md"))
		}
		return unknown(topic, "no command and no topic of the help", topics)
	}
	text := strings.ReplaceAll(string(page), "CONFIG_FILE", c.places().ConfigFile)
	list := ""
	switch {
	case topic == "languages":
		list = languagesText()
	case topic == "settings" && *markdown:
		list = settings.Document()
	case topic == "settings":
		list = settingsText(c.screens.width)
	}
	_, err = fmt.Fprintf(c.out, "%s\n%s", render.Terminal(text, c.screens.width), list)
	return err
}

// writeHelp prints the page of the command, with its flags below the heading for them. They
// are defined by now.
func (c *call) writeHelp() error {
	page, err := pages.ReadFile("help/" + c.name + ".md")
	if err != nil {
		return err
	}
	width := c.screens.width
	var list strings.Builder
	c.flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		usage = strings.TrimPrefix(usage, value+"\n")
		list.WriteString("  " + strings.TrimSpace(dashed(f.Name)+" "+value) + "\n" + render.Wrap(usage, width, "      ") + "\n")
	})
	const heading = "\nFlags\n\n"
	text := strings.Replace(render.Terminal(string(page), width), heading, heading+list.String()+"\n", 1)
	_, err = fmt.Fprintln(c.out, text)
	return err
}

// settingsText lists all settings, each with the names by which it is set.
func settingsText(width int) string {
	var all []string
	for _, f := range settings.Fields() {
		var names []string
		for _, name := range []string{f.Name, f.Env, dashed(f.Flag)} {
			if strings.Trim(name, "-") != "" {
				names = append(names, name)
			}
		}
		about := f.About()
		if f.Default != "" {
			about += " Default: " + f.Default + "."
		}
		all = append(all, render.Wrap(strings.Join(names, ", "), width, "  ")+"\n"+render.Wrap(about, width, "      "))
	}
	return "\n" + strings.Join(all, "\n\n") + "\n"
}

// languagesText lists which languages are programs, with the names of their files.
func languagesText() string {
	var b strings.Builder
	files := file.FilesByLanguage()
	list := func(title string, isIn func(language string) bool) {
		b.WriteString("\n" + title + "\n\n")
		for _, language := range slices.Sorted(maps.Keys(files)) {
			if isIn(language) {
				fmt.Fprintf(&b, "  %-16s %s\n", language, strings.Join(files[language], " "))
			}
		}
	}
	list("Programs, by LSP identifier and names of files:", file.IsCode)
	list("Prose, tables and data:", file.IsProse)
	return b.String()
}
