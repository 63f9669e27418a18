package meaning

import (
	"strings"
	"testing"
)

func TestWithoutLicence(t *testing.T) {
	for _, test := range []struct{ about, head, rest string }{
		{"nothing", "", ""},
		{"no comment", "", "package a // Copyright"},
		{"lines", "// Copyright 2009 The Authors.\n// Use of this source code is free.\n", "\n// Package a.\npackage a\n"},
		{"a comment that documents", "", "// Package a checks each license.\npackage a\n"},
		{"a block", "/*\n * Copyright\n\n * more\n */\n", "int main() {}\n"},
		{"a block in one line", "/* SPDX-License-Identifier: MIT */\n", "int main() {}\n"},
		{"hashes", "#!/bin/sh\n# Copyright\n#\n", "echo\n"},
		{"hashes that are no comment", "", "#include <copyright.h>\n"},
		{"Python", "\"\"\"Copyright\nAll rights reserved\n\"\"\"\n", "import a\n"},
		{"Python in one line", "\"\"\"Copyright\"\"\"\n", "import a\n"},
		{"HTML", "<!--\nLicensed under\n-->\n", "<p>\n"},
		{"nothing but a licence", "-- Copyright", ""},
		{"never closed", "", "/* Copyright\n" + strings.Repeat("int a;\n", 5000)},
	} {
		if got := withoutLicence(test.head + test.rest); got != test.rest {
			t.Errorf("%s: %q is left, want %q", test.about, got, test.rest)
		}
	}
}
