package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/file/disk"
)

const report = "../../testdata/report.pdf"

// The JSON of a PDF is its pages and nothing else, with places inside the page.
func TestParsePages(t *testing.T) {
	code, stdout, stderr := start(t.Context(), t, "", "parse", report, "--json")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, standard error %q", code, stderr)
	}
	var got pagesShape
	d := json.NewDecoder(strings.NewReader(stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%v in\n%s", err, stdout)
	}
	var pages []int
	var text strings.Builder
	for _, page := range got.Pages {
		pages = append(pages, page.Number)
		for _, b := range page.Blocks {
			text.WriteString(b.Text + " ")
			checkVertices(t, b)
		}
	}
	if diff := cmp.Diff([]int{1, 2}, pages); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	for _, want := range []string{"no vehicle heavier than 3.5 tonnes", "64,850 euros"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q does not stand in %q", want, &text)
		}
	}
}

// checkVertices wants a rectangle inside the page, from the top left clockwise.
func checkVertices(t *testing.T, b pageTextShape) {
	t.Helper()
	v := b.Vertices
	inside := 0 <= v[0][0] && 0 <= v[0][1] && v[2][0] <= 1 && v[2][1] <= 1
	clockwise := v[0][0] < v[1][0] && v[1][1] < v[2][1] && v[1] == [2]float64{v[2][0], v[0][1]} && v[3] == [2]float64{v[0][0], v[2][1]}
	if !inside || !clockwise {
		t.Errorf("%q stands at %v", b.Text, v)
	}
}

// A passage of a text is what stands at its place in the file.
func TestParseChunkPlaces(t *testing.T) {
	path := filepath.Join(sites, "halrun_barrow.txt")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := start(t.Context(), t, "", "parse", path, "--chunks")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, standard error %q", code, stderr)
	}
	n := 0
	for line := range strings.Lines(stdout) {
		var got passageShape
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if want := string(content[got.Start:got.End]); got.Text != want || got.Kind != "text" || got.Path != path {
			t.Errorf("%s of kind %s at %d-%d is %q, want %q", got.Path, got.Kind, got.Start, got.End, got.Text, want)
		}
		n++
	}
	if n < 2 {
		t.Errorf("%d passages, want several", n)
	}
}

// A byte order mark is counted, since it is a part of the file.
func TestParseChunksBehindMark(t *testing.T) {
	const content = "\ufeffname,price\nbrine,12\n"
	path := filepath.Join(t.TempDir(), "prices.csv")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := start(t.Context(), t, "", "parse", path, "--chunks")
	var got passageShape
	if err := json.Unmarshal([]byte(stdout), &got); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v, standard error %q", code, err, stderr)
	}
	if row := content[got.Start:got.End]; row != "brine,12" {
		t.Errorf("at %d-%d stands %q", got.Start, got.End, row)
	}
}

// A PDF in which nothing matches gives the same members, empty.
func TestAskPagesInVain(t *testing.T) {
	for _, retrieval := range []string{"ranked", "boolean"} {
		code, stdout, stderr := start(t.Context(), t, "", "ask", "--file", report, "--retrieval", retrieval, "--json", "xylophone")
		var got map[string]json.RawMessage
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != exitNotFound {
			t.Fatalf("%s: exit code %d, %v, standard error %q", retrieval, code, err, stderr)
		}
		if string(got["substrings"]) != "[]" || string(got["blocks"]) != "[]" {
			t.Errorf("%s: substrings %s, blocks %s", retrieval, got["substrings"], got["blocks"])
		}
	}
}

// Of a PDF that is asked, the JSON tells pages, places on them, and places in the
// full text; and the page can be drawn with these marked.
func TestAskAndDrawPage(t *testing.T) {
	s := newScript(t, &txtar.Archive{})
	var a replies.Answer
	if err := json.Unmarshal([]byte(s.must(t, "ask", "--file", report, "--json", "--k", "1", "--citations", "1", "What will the repair cost?")), &a); err != nil {
		t.Fatal(err)
	}
	if a.Paged == nil || len(a.Blocks) == 0 || len(a.Citations) != 1 {
		t.Fatalf("the answer tells nothing of pages: %+v", a)
	}
	if b := a.Blocks[0]; b.Page != 2 || len(b.Vertices) != 4 || b.Score != 1 || b.CharEnd <= b.CharStart {
		t.Errorf("the best block is %+v", b)
	}
	s.checkAskedAsJSON(t, a.Paged)
	bare := s.draw(t, "2")
	cited := s.draw(t, "2", "--mark", a.ID)
	v := a.Citations[0].Vertices
	// The quote is the beginning of the first of the two lines of its block.
	checkMarks(t, bare, cited, v[0][0], v[0][1], 0.436, (v[0][1]+v[2][1])/2)
	checkMarks(t, bare, s.draw(t, "2", "--mark", "0.5,0.6,0.8,0.7"), 0.5, 0.6, 0.8, 0.7)

	s.args = []string{"page", report, "1", "--mark", a.ID, "--png", "-"}
	if got := s.run(t); got["exit"] != "1" || !strings.Contains(got["stderr"], "cites nothing on page 1") {
		t.Errorf("exit code %s, standard error %q", got["exit"], got["stderr"])
	}
}

// checkAskedAsJSON wants the same blocks where what parse prints of the report is
// asked in its place.
func (s *script) checkAskedAsJSON(t *testing.T, want *replies.Paged) {
	t.Helper()
	path := filepath.Join(s.folder, "report.json")
	writeFile(t, path, s.must(t, "parse", "--json", report))
	var a replies.Answer
	if err := json.Unmarshal([]byte(s.must(t, "ask", "--file", path, "--json", "--k", "1", "--citations", "1", "What will the repair cost?")), &a); err != nil {
		t.Fatal(err)
	}
	if a.Paged == nil {
		t.Fatalf("the answer tells nothing of pages: %+v", a)
	}
	if diff := cmp.Diff(want.Blocks, a.Blocks); diff != "" {
		t.Errorf("asked as JSON (-want +got):\n%s", diff)
	}
}

// must runs the program and gives what it prints.
func (s *script) must(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s.args = args
	p := s.program()
	p.stdout, p.stderr = writeCloser{&stdout}, &stderr
	if code := run(t.Context(), p); code != 0 || stderr.Len() > 0 {
		t.Fatalf("%q: exit code %d, standard error %q", args, code, &stderr)
	}
	return stdout.String()
}

// draw gives a page of the report, once from a file and once from the standard
// output.
func (s *script) draw(t *testing.T, args ...string) image.Image {
	t.Helper()
	out := filepath.Join(s.folder, "page.png")
	args = append([]string{"page", "--width", "300", report}, args...)
	s.must(t, append(args, "--png", out)...)
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if printed := s.must(t, append(args, "--png", "-")...); printed != string(written) {
		t.Errorf("%q: %d bytes are printed and %d written", args, len(printed), len(written))
	}
	picture, err := png.Decode(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got != 300 {
		t.Errorf("%q: the picture is %d pixels wide, want 300", args, got)
	}
	return picture
}

// checkMarks wants two pictures to differ in a rectangle, given in shares, and
// nowhere farther than a line's width around it.
func checkMarks(t *testing.T, bare, marked image.Image, left, top, right, bottom float64) {
	t.Helper()
	size := bare.Bounds()
	if marked.Bounds() != size {
		t.Fatalf("pictures of %v and %v", size, marked.Bounds())
	}
	at := func(x, y float64) image.Point { return image.Pt(int(x*float64(size.Dx())), int(y*float64(size.Dy()))) }
	wanted := image.Rectangle{at(left, top), at(right, bottom)}
	inside, around := wanted.Inset(2), wanted.Inset(-6)
	for y := range size.Dy() {
		for x := range size.Dx() {
			differs := bare.At(x, y) != marked.At(x, y)
			point := image.Pt(x, y)
			isText := bare.At(x, y) != bare.At(0, 0)
			if point.In(inside) && !differs && !isText || !point.In(around) && differs {
				t.Fatalf("at %v the pictures differ: %v; %v is marked", point, differs, wanted)
			}
		}
	}
}

// A picture is not for a terminal.
func TestPageOnTerminal(t *testing.T) {
	s := newScript(t, &txtar.Archive{})
	s.args = []string{"page", report, "1", "--png", "-"}
	p := s.program()
	var stdout, stderr bytes.Buffer
	p.stdout, p.stderr, p.screens.stdout = writeCloser{&stdout}, &stderr, true
	if code := run(t.Context(), p); code != exitUsage || stdout.Len() > 0 {
		t.Errorf("exit code %d, %d bytes on the standard output, standard error %q", code, stdout.Len(), &stderr)
	}
}

// An answer belongs to a file whose path ends as the answer has it, whatever
// folder it was asked in.
func TestEndsIn(t *testing.T) {
	for path, want := range map[string]bool{
		"report.pdf": true, "b/report.pdf": true, "a/b/report.pdf": true, "/a/b/report.pdf": true,
		"port.pdf": false, "c/report.pdf": false, "report.pdf/": false,
	} {
		if got := endsIn("/a/b/report.pdf", path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// Between two questions a person is waited for, until there is no more input or
// they have had enough. Nobody else is waited for.
func TestPanelPauses(t *testing.T) {
	tests := []struct {
		name   string
		typed  string
		person bool
		want   string
	}{
		{"Enter leads on", "\n\n", true, "? prompt ? prompt ?"},
		{"the input ends", "", true, "? prompt"},
		{"enough", "\n quit\n\n", true, "? prompt ? prompt"},
		{"q is enough", "Q\n\n", true, "? prompt"},
		{"nobody is there", "", false, "? ? ?"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "panel.txt", Data: []byte("gold?\nsilver?\njade?\n")}}})
			s.args = []string{"search", "-C", sites, "--limit", "1", "--questions", "$WORK/panel.txt"}
			s.stdin = test.typed
			p := s.program()
			var stdout, stderr bytes.Buffer
			p.stdout, p.stderr = writeCloser{&stdout}, &stderr
			p.screens.stdin, p.screens.stdout = test.person, test.person
			if code := run(t.Context(), p); code != 0 || stderr.Len() > 0 {
				t.Fatalf("exit code %d, standard error %q", code, &stderr)
			}
			if diff := cmp.Diff(test.want, questionsAndPrompts(stdout.String())); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, &stdout)
			}
		})
	}
}

// questionsAndPrompts is the order in which questions and prompts are printed.
func questionsAndPrompts(printed string) string {
	var order []string
	for word := range strings.FieldsSeq(printed) {
		switch word {
		case "Question":
			order = append(order, "?")
		case "Enter":
			order = append(order, "prompt")
		}
	}
	return strings.Join(order, " ")
}

// A panel for programs is one reply a line, and reads nothing from its input.
func TestPanelJSON(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "panel.jsonl", Data: []byte(`{"question": "gold"}` + "\n" + `{"question": "qwxzk"}`)}}})
	s.args = []string{"search", "-C", sites, "--json", "--questions", "$WORK/panel.jsonl"}
	p := s.program()
	waits, typing := io.Pipe()
	defer typing.Close()
	var stdout, stderr bytes.Buffer
	p.stdin, p.stdout, p.stderr = waits, writeCloser{&stdout}, &stderr
	if code := run(t.Context(), p); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d, standard error %q", code, &stderr)
	}
	var found []string
	for line := range strings.Lines(stdout.String()) {
		var reply agent.SearchReply
		if err := json.Unmarshal([]byte(line), &reply); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if len(reply.Hits) > 0 {
			reply.Query += " found"
		}
		found = append(found, reply.Query)
	}
	if diff := cmp.Diff([]string{"gold found", "qwxzk"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A symbolic link that is named stands for what it leads to.
func TestSingleThroughLink(t *testing.T) {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "deep", "pot.md"), "# The pot\n")
	link := filepath.Join(folder, "link.md")
	if err := os.Symlink(filepath.Join("deep", "pot.md"), link); err != nil {
		t.Logf("no symbolic links here: %v", err)
		return
	}
	code, stdout, stderr := start(t.Context(), t, "", "parse", link)
	if code != 0 || stderr != "" || !strings.Contains(stdout, "# The pot") {
		t.Errorf("exit code %d, standard error %q, standard output\n%s", code, stderr, stdout)
	}
}

// What is no text is let in if a parser knows it, and left out with the reason
// that the disk would have given.
func TestAccept(t *testing.T) {
	folder := t.TempDir()
	for extension := range binaryDocuments {
		writeFile(t, filepath.Join(folder, "file"+extension), "x")
	}
	accepted := map[string]bool{".pdf": true, ".docx": true, ".epub": true}
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := d.Scan(t.Context(), func([]file.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Skipped) != len(binaryDocuments) {
		t.Errorf("the disk leaves out %d of %d files", len(all.Skipped), len(binaryDocuments))
	}
	for _, skip := range all.Skipped {
		extension := filepath.Ext(skip.Path)
		ok, reason := sharedFormats().accept(skip.Path)
		if ok != accepted[extension] || !ok && reason != skip.Reason {
			t.Errorf("%s: %v, %q; the disk says %q", extension, ok, reason, skip.Reason)
		}
	}
	if ok, reason := sharedFormats().accept("notes/a.md"); !ok {
		t.Errorf("a text is left out: %q", reason)
	}
}

// What is taken out of a file is kept where there is a cache, and read again from
// there.
func TestExtractsAreKept(t *testing.T) {
	content, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	f := file.File{Identity: file.Identity{Hash: file.HashOf(string(content))}, Path: "report.pdf", Language: "pdf", Content: string(content)}
	extracts := t.TempDir()
	first := newFormats(compiledPDF, extracts).parsers.Parse(f)
	f.Content = "only the hash counts"
	if diff := cmp.Diff(first, newFormats(compiledPDF, extracts).parsers.Parse(f)); diff != "" || len(first.Blocks) != 2 {
		t.Errorf("%d pages, then (-first +second):\n%s", len(first.Blocks), diff)
	}
}

// Of each family of formats there is a parser for its languages.
func TestFormats(t *testing.T) {
	for _, language := range []string{
		"markdown", "html", "json", "jsonc", "yaml", "toml", "csv", "tsv", "pdf", "docx", "epub",
		"go", "python", "javascript", "typescript", "typescriptreact", "rust", "java", "c", "cpp", "ruby", "lua", "shellscript",
	} {
		if sharedFormats().parsers.ByLanguage[language] == nil {
			t.Errorf("nobody reads %s", language)
		}
	}
}

// Whatever a file of questions contains, reading it gives questions or says why
// there are none.
func FuzzQuestions(f *testing.F) {
	f.Add("a?\n\nb?")
	f.Add("{\"question\": \"a?\"}\n{}")
	f.Add("{\"question\": \" \\n\"}")
	f.Add("\ufeff\xff\r\n")
	f.Fuzz(func(t *testing.T, content string) {
		for _, path := range []string{"questions.txt", "questions.jsonl"} {
			questions, err := questionsIn(path, content)
			if (err == nil) != (len(questions) > 0) {
				t.Errorf("%q, %v", questions, err)
			}
			for _, q := range questions {
				if strings.TrimSpace(q) != q || q == "" || !utf8.ValidString(q) {
					t.Errorf("the question %q", q)
				}
			}
		}
	})
}

// Who waits for the first PDF sees why: what reads them starts, which takes seconds
// where it was never compiled.
func TestPreparingIsShown(t *testing.T) {
	var stderr bytes.Buffer
	p := &program{
		args:    []string{"index", "-C", "../../testdata"},
		stdout:  writeCloser{io.Discard},
		stderr:  &stderr,
		screens: screens{stderr: true, width: 80},
		formats: sync.OnceValue(func() *formats { return newFormats(compiledPDF, "") }),
	}
	if code := run(t.Context(), p); code != 0 || !strings.Contains(stderr.String(), "Reading files: preparing the reader of PDFs") {
		t.Errorf("exit code %d, the terminal got %q", code, &stderr)
	}
}
