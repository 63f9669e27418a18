package lookup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// The sources of answers.
const (
	fromDeclarations = "the declarations"
	fromCalls        = "the call graph"
	fromImports      = "the imports"
	fromPrograms     = "the text of the programs"
)

// longestShown is how many bytes of a declaration or a line a sentence quotes.
const longestShown = 600

// columns are those of the rows.
var columns = []string{"Name", "Kind", "File", "Line", "Code"}

func cells(d codemap.Declared, span text.Span) []string {
	return []string{d.Title(), d.Kind, d.Document.Path, strconv.Itoa(lineOf(d, span)), text.OneLine(span.Of(d.Document.Text))}
}

// lineOf is the line of a span, from 1.
func lineOf(d codemap.Declared, span text.Span) int {
	return strings.Count(d.Document.Text[:span.Start], "\n") + 1
}

// code writes a piece of a program on one line as code.
func code(s string) string {
	s = text.OneLine(s)
	if len(s) > longestShown {
		s = strings.ToValidUTF8(s[:longestShown], "") + " …"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// place is where something is: "src/evict.c, line 12".
func place(d codemap.Declared, span text.Span) string {
	return fmt.Sprintf("%s, line %d", code(d.Document.Path), lineOf(d, span))
}

// quoted is a declaration with its place.
func quoted(d codemap.Declared) string {
	said := d.Span.Of(d.Document.Text)
	if strings.Contains(said, "\n") {
		said = joined.Replace(text.OneLine(said))
	}
	if d.Kind == "parameter" {
		return code(said) + " of " + code(d.Owner) + " in " + place(d, d.Span)
	}
	return code(said) + " in " + place(d, d.Span)
}

// joined takes away the white space between brackets that had lines of their own.
var joined = strings.NewReplacer("( ", "(", ", )", ")", " )", ")", "[ ", "[", ", ]", "]", " ]", "]")

// documented is what the comment of a declaration says, as a sentence behind others; "" where it
// has none.
func documented(d codemap.Declared) string {
	said := strings.TrimSpace(d.Comment(d.Document))
	if said == "" || d.Kind == "parameter" {
		return ""
	}
	if !strings.HasSuffix(said, ".") && !strings.HasSuffix(said, "…") {
		said += "."
	}
	return " " + said
}

// listed names some things as code: "`a`, `b` and 3 more".
func listed(names []string) string {
	var said []string
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			said = append(said, code(name))
		}
	}
	if more := len(said) - mostNamed; more > 0 {
		said = append(said[:mostNamed], fmt.Sprintf("%d more", more))
	}
	return answer.ListOf(said, "and")
}

// leading are the rows for the first declarations of each name, which the sentence rests on.
func (f finding) leading(most int) []answer.CountedRow {
	var rows []answer.CountedRow
	for _, found := range f.declared {
		for _, d := range found[:min(most, len(found))] {
			one := row(d, d.Span, "")
			one.Leads = true
			rows = append(rows, one)
		}
	}
	return rows
}

// declarations answers with the declarations themselves.
func (f finding) declarations() *answer.Counted {
	c := &answer.Counted{From: fromDeclarations, Columns: columns, Rows: f.leading(1)}
	var said []string
	for i, found := range f.declared {
		best := found[0]
		one := quoted(best) + "." + documented(best)
		if f.query.Asks == question.ValueOf {
			what := "the value of "
			if best.Kind == "parameter" {
				what = "the default of "
			}
			one = what + code(best.Title()) + " is " + code(best.Value.Of(best.Document.Text)) + ": " + one
		}
		if result := best.Returned(best.Document); f.query.Asks == question.Returned && result != "" {
			one += " It returns: " + strings.TrimSuffix(result, ".") + "."
		}
		said = append(said, one)
		also := found[1:]
		c.More += max(0, len(also)-mostAlso)
		for _, d := range also[:min(mostAlso, len(also))] {
			r := row(d, d.Span, quoted(d))
			if len(f.declared) > 1 {
				r.Said = f.query.Names[i] + ": " + r.Said
			}
			c.Rows = append(c.Rows, r)
		}
	}
	c.Said = "From the declarations: " + strings.Join(said, " ")
	return c
}

// subject names what was asked about: each name, or the definitions that share one.
func (f finding) subject() string {
	if len(f.declared) > 1 || len(f.declared[0]) == 1 {
		return listed(replies.Each(f.declared, func(found []codemap.Declared) string { return found[0].Title() }))
	}
	all := f.declared[0]
	titles := replies.Each(all, codemap.Declared.Title)
	if different := slices.Compact(slices.Sorted(slices.Values(titles))); len(different) == 1 {
		return fmt.Sprintf("%s (%d definitions)", code(titles[0]), len(all))
	}
	return fmt.Sprintf("%s (%d definitions: %s)", code(all[0].Name), len(all), listed(titles))
}

// where says where what was asked about is declared: a short declaration as it is written.
func (f finding) where() string {
	const short = 160 // bytes
	if f.isFurther {
		return "" // it was said
	}
	how := "as "
	var said []string
	for _, found := range f.declared {
		for i, d := range found[:min(mostAlso, len(found))] {
			if isShort := len(text.OneLine(d.Span.Of(d.Document.Text))) < short; i == 0 && isShort {
				said = append(said, quoted(d))
			} else {
				said = append(said, place(d, d.Span))
			}
			if len(said) == 1 && !strings.Contains(said[0], " in ") {
				how = "in "
			}
		}
	}
	return " Declared " + how + answer.ListOf(said, "and") + "."
}
