package settings

import (
	"fmt"
	"strings"
)

// Document is the documentation of all settings, a Markdown table.
func Document() string {
	var b strings.Builder
	b.WriteString("| in config.toml | environment | flag | default | what it is |\n")
	b.WriteString("|---|---|---|---|---|\n")
	for _, f := range fields {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n",
			code(f.Name), code(f.Env), code(dashed(f.Flag)), code(f.Default), f.About())
	}
	return b.String()
}

// About is what a field is good for, and what it may hold: some sentences
// without line breaks.
func (f Field) About() string {
	text := f.Doc
	switch {
	case f.Allowed != nil:
		text += " Allowed: " + oneOf(f.Allowed) + "."
	case f.Range != "":
		text += " Allowed: " + f.Range + "."
	}
	if f.Own {
		text += " An editor's options do not set it."
	}
	switch f.Live {
	case "":
	case anyValue:
		text += " It may change in a session."
	default:
		text += " In a session it may change to " + f.Live + ", and back."
	}
	return text
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}
