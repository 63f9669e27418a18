package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestForms(t *testing.T) {
	for _, test := range []struct {
		word string
		code bool
		want string // forms; ' before a part, _ before a joined form, - before a stop word
	}{
		{"Ruby", false, "ruby"},
		{"The", false, "-the"},
		{"Café", false, "cafe"},
		{"getUserName", false, "getusername"},
		{"getUserName", true, "getusername 'get 'user 'name"},
		{"HTTPServer", true, "httpserver 'http 'server"},
		{"HTTP2", true, "http2 'http '2"},
		{"utf8Valid", true, "utf8valid 'utf '8 'valid"},
		{"UTF8", true, "utf8 'utf '8"},
		{"parse", true, "parse"},
		{"MAX", true, "max"},
		{"aB", true, "ab '-a 'b"},
		{"max_file_size", true, "max file size _max_file_size"},
		{"__init__", true, "init"},
		{"max_fileSize", true, "max filesize 'file 'size _max_filesize"},
		{"größeMax", true, "grossemax"},
		{"日本", false, "日本"},
	} {
		var got []string
		for _, f := range NewAnalyzer().Forms(test.word, test.code) {
			s := map[Kind]string{Word: "", Part: "'", Joined: "_"}[f.Kind]
			if f.Stop {
				s += "-"
			}
			got = append(got, s+f.Text)
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s, code %v (-want +got):\n%s", test.word, test.code, diff)
		}
	}
}

func TestEach(t *testing.T) {
	var got []string
	NewAnalyzer().Each("Where is max_size, don't you see naïveCount?", func(word string, f Form) {
		if !f.Stop {
			got = append(got, word+":"+f.Text)
		}
	})
	want := []string{"max_size:max", "max_size:size", "max_size:max_size", "see:see", "naïveCount:naivecount"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExact(t *testing.T) {
	for word, want := range map[string]string{
		"RUBY":       "ruby",
		"Čapek":      "capek",
		"Straße":     "strasse",
		"smørrebrød": "smorrebrod",
		"Łódź":       "lodz",
		"Ωμέγα":      "ωμεγα",
		"ёлка":       "елка",
		"हिन्दी":     "हिन्दी",
		"がぎ":         "がぎ",
	} {
		if got := Exact(word); got != want {
			t.Errorf("Exact(%q) = %q, want %q", word, got, want)
		}
		if again := Exact(Exact(word)); again != Exact(word) {
			t.Errorf("Exact(%q) changes %q to %q", word, Exact(word), again)
		}
		for _, form := range []string{want, "ruby", "rubi", "rubx", "rubyx", ""} {
			if got := IsExact(word, form); got != (form == want) {
				t.Errorf("IsExact(%q, %q) = %v", word, form, got)
			}
		}
	}
}

func TestStem(t *testing.T) {
	var s Stemmer
	for form, want := range map[string]string{
		"rubies": "rubi", "ruby": "rubi", "running": "run", "discovered": "discov",
		"generously": "generous", "skis": "ski", "1974": "1974", "日本": "日本", "": "",
	} {
		if got := s.Stem(form); got != want {
			t.Errorf("Stem(%q) = %q, want %q", form, got, want)
		}
	}
}

func TestStopWords(t *testing.T) {
	for _, word := range []string{"the", "where", "which", "yourselves", "wouldn", "ll"} {
		if !IsStop(word) {
			t.Errorf("%q is no stop word", word)
		}
	}
	for _, word := range []string{"gold", "The", "", "yourselvesx", "1"} {
		if IsStop(word) {
			t.Errorf("%q is a stop word", word)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	a := NewAnalyzer()
	a.Forms("warm", true)
	for name, do := range map[string]func() bool{
		"IsStop": func() bool { return IsStop("yourselves") },
		"Exact":  func() bool { return Exact("lapis") == "" },
		"Forms":  func() bool { return a.Forms("lapis", false) == nil },
	} {
		if n := testing.AllocsPerRun(100, func() { do() }); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func FuzzForms(f *testing.F) {
	for _, word := range []string{"getUserName", "max_file_size", "Čapek", "__", "aB1_日本", "\xff"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		a := NewAnalyzer()
		for _, code := range []bool{false, true} {
			for _, form := range a.Forms(word, code) {
				if form.Kind == Part && !strings.Contains(Exact(word), form.Text) {
					t.Errorf("%q is no part of %q", form.Text, word)
				}
				a.Stem(form.Text)
			}
		}
	})
}
