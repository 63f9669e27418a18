package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/settings"
)

func helpCommand() command {
	return command{
		name:     "help",
		summary:  "explain a command, all settings, or what editors get in which language",
		args:     "[command | settings | languages]",
		about:    []string{"Explains a command, or lists the commands. With \"settings\" it lists all settings and the places where each can be set: as text on a terminal, and elsewhere as a table in Markdown. With \"languages\" it lists which languages are programs, and so left to other servers in an editor."},
		examples: []string{"docuquest help ask", "docuquest help settings", "docuquest help --markdown settings", "docuquest help languages"},
		prepare: func(flags *flag.FlagSet) action {
			markdown := flags.Bool("markdown", false, "print the settings as a table in Markdown on a terminal, too")
			return func(_ context.Context, p *program, out *output, args []string) error {
				list := settingsList(p.screens.width)
				if *markdown || !p.screens.stdout {
					list = settings.Document()
				}
				return help(p, out, args, list)
			}
		},
	}
}

// help explains what the arguments name. list is that of the settings.
func help(p *program, out *output, args []string, list string) error {
	if len(args) == 0 {
		return writeOverview(out)
	}
	if err := noMore(args[1:]); err != nil {
		return err
	}
	if args[0] == "settings" {
		return writeSettings(out, settings.Locate(p.environ, p.folders), list)
	}
	if args[0] == "languages" {
		return writeLanguages(out, p.screens.width)
	}
	c, err := find(args[0])
	if err != nil {
		return err
	}
	return c.writeHelp(out, p.screens.width)
}

// writeOverview prints the list of commands.
func writeOverview(to io.Writer) error {
	var b strings.Builder
	b.WriteString("DocuQuest answers questions from the files of a folder, and shows where each answer stands.\n\n")
	b.WriteString("  docuquest COMMAND [flags] [arguments]\n\nCommands:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-8s %s\n", c.name, c.summary)
	}
	b.WriteString("\nIt works without a key and without a network. \"docuquest help settings\" tells how to add a model.\n")
	b.WriteString("\"docuquest help COMMAND\" explains a command.\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// aboutProxies is how requests go out, as outside.Client has them go.
const aboutProxies = `Requests to services go through the proxy that HTTPS_PROXY (for https addresses)
or HTTP_PROXY (for http) names, as http://, https:// or socks5://. Hosts in
NO_PROXY and this machine are asked directly, and without these variables no
proxy is used. Pages of the web are always read without one.

`

// writeSettings prints where the settings stand, and all of them.
func writeSettings(to io.Writer, places settings.Places, list string) error {
	_, err := fmt.Fprintf(to, "Settings are read from %s, then from the environment,\nthen from an editor's initializationOptions, then from flags; what comes later wins.\n\n%s%s",
		places.ConfigFile, aboutProxies, list)
	return err
}

// writeLanguages prints which languages are programs, and what editors are given where.
func writeLanguages(to io.Writer, width int) error {
	var b strings.Builder
	files := file.FilesByLanguage()
	list := func(title string, shown func(language string) bool) {
		b.WriteString("\n" + wrap(title, width, "") + "\n\n")
		for _, language := range slices.Sorted(maps.Keys(files)) {
			if shown(language) {
				fmt.Fprintf(&b, "  %-16s %s\n", language, strings.Join(files[language], " "))
			}
		}
	}
	b.WriteString(wrap("Editors are given questions, commands, code actions and citations in every file. Definitions, references, symbols, call hierarchy and hovers on words are given in prose; programs are left to the servers of their languages unless the settings \"languages\" and \"hover_words\" say otherwise (see \"docuquest help settings\").", width, "") + "\n")
	list("Programs, by LSP identifier and names of files:", file.IsCode)
	list("Prose, tables and data:", file.IsProse)
	_, err := io.WriteString(to, b.String())
	return err
}

// settingsList is all settings, each with the names by which it is set.
func settingsList(width int) string {
	var b strings.Builder
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
		fmt.Fprintf(&b, "%s\n%s\n\n", wrap(strings.Join(names, ", "), width, "  "), wrap(about, width, "      "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeHelp prints the usage of one command.
func (c command) writeHelp(to io.Writer, width int) error {
	var b strings.Builder
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.prepare(flags)
	fmt.Fprintf(&b, "docuquest %s: %s\n\n", c.name, c.summary)
	fmt.Fprintf(&b, "  %s\n", c.synopsis(flags))
	for _, paragraph := range c.about {
		b.WriteString("\n" + wrap(paragraph, width, "") + "\n")
	}
	writeFlags(&b, flags, width)
	b.WriteString("\nExamples:\n\n")
	for _, example := range c.examples {
		b.WriteString("  " + example + "\n")
	}
	b.WriteString("\nExit codes:\n\n")
	for _, line := range c.exitCodes() {
		b.WriteString("  " + line + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func (c command) synopsis(flags *flag.FlagSet) string {
	parts := []string{"docuquest", c.name}
	hasFlags := false
	flags.VisitAll(func(*flag.Flag) { hasFlags = true })
	if hasFlags {
		parts = append(parts, "[flags]")
	}
	if c.args != "" {
		parts = append(parts, c.args)
	}
	return strings.Join(parts, " ")
}

func (c command) exitCodes() []string {
	if c.exits != nil {
		return c.exits
	}
	return []string{"0    done", "1    it failed", "2    the command line makes no sense", "130  interrupted"}
}

// writeFlags prints the flags in alphabetical order.
func writeFlags(b *strings.Builder, flags *flag.FlagSet, width int) {
	first := true
	flags.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nFlags:\n\n")
			first = false
		}
		value, usage := flag.UnquoteUsage(f)
		usage = strings.TrimPrefix(usage, value+"\n")
		fmt.Fprintf(b, "  %s\n", strings.TrimSpace(dashed(f.Name)+" "+value))
		b.WriteString(wrap(usage, width, "      ") + "\n")
	})
}
