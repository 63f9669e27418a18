package render_test

import (
	"strings"
	"testing"

	"docuquest/core/answer/render"
)

func TestInline(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"plain text stays", "It is 5 < 6, isn't it? Yes: a * b_c (d).", `It is 5 \< 6, isn't it? Yes: a * b_c (d).`},
		{"emphasis stays", "**bold** and _thin_", "**bold** and _thin_"},
		{"an image", "![x](http://e.org/x.png)", `!\[x\](http\://e.org/x.png)`},
		{"a link to a command", "[go](command:run)", `\[go\](command:run)`},
		{"an address", "see https://e.org or www.e.org", `see https\://e.org or www\.e.org`},
		{"a mail address", "to a@e.org", `to a\@e.org`},
		{"HTML", `<img src=x onerror=y>`, `\<img src=x onerror=y>`},
		{"a character by its name", "R&amp;D and R&D", `R\&amp;D and R&D`},
		{"code stays", "call `a[1] < b` now", "call `a[1] < b` now"},
		{"code that nothing closes", "a ` b [x]", "a \\` b \\[x\\]"},
		{"a path of Windows", `C:\Users\[me]`, `C:\Users\\\[me\]`},
		{"what a terminal would obey", "a\x1b[31mb\u202Ec\U000E0041", `a\[31mbc`},
	} {
		if got := render.Inline(c.in); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.why, c.in, got, c.want)
		}
	}
}

// Whatever a name holds, Markdown shows it as it is, on one line.
func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"main.go", "main.go"},
		{"__init__.py", `\_\_init\_\_.py`},
		{"c*d*e ~~s~~ $x$", `c\*d\*e \~\~s\~\~ \$x\$`},
		{"t`i`ck[1](2)", "t\\`i\\`ck\\[1\\](2)"},
		{"a&lt;b <i>", `a\&lt;b \<i>`},
		{`back\_slash\`, `back\\\_slash\\`},
		{"new\nline\r\n\tx", "new line x"},
		{"rtl\u202etxt\x1b\u200b", "rtltxt"},
		{"non\xffutf", "nonutf"},
		{"www.a.org http://b", `www\.a.org http\://b`},
		{"", ""},
	} {
		if got := render.Plain(c.name); got != c.want {
			t.Errorf("%q is written %q, not %q", c.name, got, c.want)
		}
	}
}

// Links come with the places of their labels and addresses, and code has none.
func TestSpansOf(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"see [a](b.md#L3) and [c d](<e f.md> \"title\").", "a>b.md#L3 c d>e f.md"},
		{`[\[1\]](x\(y\).md) [p](q(r).md)`, `\[1\]>x\(y\).md p>q(r).md`},
		{"![picture](p.png) and [![inside](i.png)](outer.md)", "picture>p.png ![inside](i.png)>outer.md"},
		{"`[no](link)` [x]() [y][z] [w] <https://a.e/[v](u)>", "x>"},
		{"[two\nlines](a.md\n'title')\n[end](z.md)", "two\nlines>a.md end>z.md"},
		{"| [a](b) | [c](d) |", "a>b c>d"},
		{"[open [a](b", ""},
	} {
		var got []string
		for _, l := range render.SpansOf(c.in).Links {
			got = append(got, l.Label.Of(c.in)+">"+l.Address.Of(c.in))
			if whole := l.Span.Of(c.in); whole[0] != '[' || whole[len(whole)-1] != ')' {
				t.Errorf("%q: a link at %q", c.in, whole)
			}
		}
		if said := strings.Join(got, " "); said != c.want {
			t.Errorf("%q: links %q, want %q", c.in, said, c.want)
		}
	}
	if spans := render.SpansOf("`a` <https://b.e> ``c`d``\n`e\nf`"); len(spans.Code) != 3 || len(spans.Addresses) != 1 {
		t.Errorf("%v, want three spans of code and an address", spans)
	}
}

// Nothing that is made to take long does.
func TestSpansOfHostile(t *testing.T) {
	for _, s := range []string{"[", "[a](", "`", "<a:", "[a](b) ", "]"} {
		render.SpansOf(strings.Repeat(s, 1<<19/len(s)))
	}
}

func FuzzSpansOf(f *testing.F) {
	f.Add("000[\n\n]") // the library does not bear this
	f.Add("[a](b.md) ![c](<d e> 't') `f` <g:h>\n[i]")
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, l := range render.SpansOf(s).Links {
			if l.Span.Start < end || l.Label.Start != l.Span.Start+1 || l.Label.End < l.Label.Start || l.Address.Start < l.Label.End || l.Address.End < l.Address.Start || l.Span.End <= l.Address.End || len(s) < l.Span.End {
				t.Errorf("%q: %+v", s, l)
			}
			end = l.Span.End
		}
	})
}
