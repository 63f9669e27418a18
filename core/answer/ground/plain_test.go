package ground_test

import (
	"testing"

	"docuquest/core/answer/ground"
)

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
		if got := ground.Plain(c.name); got != c.want {
			t.Errorf("%q is written %q, not %q", c.name, got, c.want)
		}
	}
}
