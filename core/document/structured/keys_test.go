package structured

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/document"
)

// Each case is a file by its language, and its records: a line for each field with the places of
// its values, behind a line with the name of each record.
func TestRecords(t *testing.T) {
	for _, test := range []struct{ name, language, text, want string }{
		{"front matter", "markdown", "---\ntitle: \"A: b\"\nby: [Ann, 'Bob']\n# a remark\ntags:\n  - x y\n  - z # last\nempty:\nnone: []\nmeta: {a: 1, b: {c: d}}\n---\nText\n", `front matter
title = A: b | title: "A: b"
by = Ann; Bob | by: [Ann, 'Bob']
tags = x y; z | tags:_  - x y_  - z # last
empty = | empty:
none = | none: []
meta.a = 1 | a: 1
meta.b.c = d | c: d`},
		{"front matter in TOML", "markdown", "+++\ntitle = 'A'\ntags = [\"x\", 2]\n[extra]\non = true\n+++\n", `front matter
title = A | title = 'A'
tags = x; 2 | tags = ["x", 2]
extra.on = true | on = true`},
		{"front matter that is no YAML", "plaintext", "---\ntitle: a: b\nby: Ann\n---\n", `front matter
title = a: b | title: a: b
by = Ann | by: Ann`},
		{"a header", "restructuredtext", "PEP: 8\nAuthor: Guido <g@x>,\n        Ann\nStatus:\n\nText: no\n", `header
PEP = 8 | PEP: 8
Author = Guido <g@x>,_        Ann | Author: Guido <g@x>,_        Ann
Status = | Status:`},
		{"a list of fields", "restructuredtext", "Title\n=====\n\n:Author: Ann\n:Last change: 2020\n\nText\n", `header
Author = Ann | Author: Ann
Last change = 2020 | Last change: 2020`},
		{"Org", "org", "#+TITLE: A\n#+AUTHOR: Ann\n* One\n", `header
TITLE = A | TITLE: A
AUTHOR = Ann | AUTHOR: Ann`},
		{"no header", "plaintext", "Note: this is text.\n\nMore: text\n", ``},
		{"JSON with one key", "json", `{"GET": {"since": "1.0.0", "flags": ["A", "B"], "x": null, "args": [{"n": "k"}, {"n": "v", "t": 1}], "h": [["7", "w"]]}}`, `keys
GET:
since = 1.0.0 | "since": "1.0.0"
flags = A; B | "flags": ["A", "B"]
x = | "x": null
args = | "args": [{"n": "k"}, {"n": "v", "t": 1}]
args.n = k; v | "n": "k"
args.t = 1 | "t": 1
h = 7; w | "h": [["7", "w"]]
- listed args
n = k | "n": "k"
-
n = v | "n": "v"
t = 1 | "t": 1`},
		{"a list in JSON", "json", `{"v": 1, "stones": [{"name": "Jade"}, {"name": "R\u00fcby", "p": 2.5}]}`, `keys
v = 1 | "v": 1
stones = | "stones": [{"name": "Jade"}, {"name": "R\u00fcby", "p": 2.5}]
stones.name = Jade; Rüby | "name": "Jade"
stones.p = 2.5 | "p": 2.5
- listed stones
name = Jade | "name": "Jade"
-
name = Rüby | "name": "R\u00fcby"
p = 2.5 | "p": 2.5`},
		{"an object of objects", "yaml", "a:\n  n: 1\nb:\n  n: 2\n\nc: {n: 3, m: 4}\n", `keys
a.n = 1 | n: 1
b.n = 2 | n: 2
c.n = 3 | n: 3
c.m = 4 | m: 4
- listed
a:
n = 1 | n: 1
-
b:
n = 2 | n: 2
-
c:
n = 3 | n: 3
m = 4 | m: 4`},
		{"documents of YAML", "yaml", "kind: A\n---\nkind: B\nmetadata:\n  name: web\n", `keys
- listed
kind = A | kind: A
-
kind = B | kind: B
metadata.name = web | name: web`},
		{"TOML", "toml", "[package]\nname = \"x\"\ndeps.y = { version = '1', features = ['f'] }\n[[bin]]\nname = \"one\"\n[[bin]]\nname = \"two\"\n", `keys
package.name = x | name = "x"
package.deps.y.version = 1 | version = '1'
package.deps.y.features = f | features = ['f']
bin = |
bin.name = one; two | name = "one"
- listed bin
name = one | name = "one"
-
name = two | name = "two"`},
		{"no JSON", "json", `{"a": `, ``},
	} {
		d := &document.Document{Language: test.language, Text: test.text}
		if got := recordsText(d); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func recordsText(d *document.Document) string {
	all := Records{}.Records(d)
	lines := []string{string(all.Origin)}
	write := func(r document.Record) {
		if r.Name != "" {
			lines = append(lines, r.Name+":")
		}
		for _, f := range r.Fields {
			var values []string
			for _, v := range f.Values {
				values = append(values, v.Text)
				if at := v.Span.Of(d.Text); at != v.Text && !strings.Contains(at, "\\") && !strings.Contains(at, "\n") {
					values = append(values, "at "+at)
				}
			}
			lines = append(lines, strings.ReplaceAll(strings.TrimSpace(fmt.Sprintf("%s = %s", f.Key, strings.Join(values, "; "))+" | "+f.Span.Of(d.Text)), "\n", "_"))
		}
	}
	write(all.Whole)
	for i, r := range all.Items {
		lines = append(lines, strings.TrimSpace("- "+map[bool]string{true: "listed " + all.Listed}[i == 0]))
		write(r)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "=  |", "= |"))
}
