package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// step finds the step that lost the file, and returns why.
func (l *loss) step(ctx context.Context) (LostAt, string) {
	var numbers []string
	for _, c := range l.Cited {
		if c.URI == l.uri {
			numbers = append(numbers, fmt.Sprintf("[%d]", c.Number))
		}
	}
	if numbers != nil {
		return NotLost, "It is not lost: the answer cites it as " + strings.Join(numbers, " ") + "."
	}
	isOfFolders := len(l.Folders) == 0 || slices.ContainsFunc(l.Folders, func(folder string) bool {
		return view.Below(l.uri, file.FromPath(folder))
	})
	if l.was == "" && !isOfFolders {
		return LostNotIndexed, "The answer is of another folder, " + strings.Join(l.Folders, ", ") + ", and this file is not in it."
	}
	if l.Match.Entry == nil {
		return LostNotIndexed, l.whyNotIndexed(ctx)
	}
	if l.Within != nil && !l.Within(l.Match.Entry) {
		limits := replies.NonEmpty(append([]string{l.Asked.URI}, l.Filters...)...)
		return LostFiltered, "The question is limited to " + strings.Join(limits, " ") + ", and the file is not among these."
	}
	switch {
	case l.Search == nil && l.Exact == nil:
		return LostNotSearched, "The question is about earlier ones and was answered from these: no file was searched for it."
	case l.Search == nil && l.Exact.From != "":
		return LostNotCounted, fmt.Sprintf("The question was answered from %s; the answer cites %s, and this file has none of them.", l.Exact.From, text.Counted(len(l.Cited), "place"))
	case l.Search == nil:
		return LostNotCounted, fmt.Sprintf("The question was counted in %s, and is true of %d; the answer lists %d of them, and this file is none of those.",
			text.Counted(l.Exact.Of, "file"), l.Exact.Files, len(l.Cited))
	case slices.Contains(l.Written.Whole, l.was):
		return LostNotQuoted, fmt.Sprintf("The writer was given its whole text, one of %d,%s", len(l.Written.Whole), l.tookOthers())
	}
	for _, look := range []func() (LostAt, string){l.amongPassages, l.amongRead, l.amongLooked} {
		if step, detail := look(); step != "" {
			return step, detail
		}
	}
	return l.byWords()
}

// whyNotIndexed returns why a file is not in the library.
func (l *loss) whyNotIndexed(ctx context.Context) string {
	_, err := l.Disk.Read(ctx, l.uri)
	skip := file.Skip{}
	isSkipped := errors.As(err, &skip)
	switch {
	case isSkipped && skip.Reason == disk.IsDirectory:
		return "It is a folder: name a file in it."
	case isSkipped:
		said := "It is left out: " + string(skip.Reason)
		if rule := l.Disk.IgnoredBy(l.uri); rule != "" {
			said += ", by the rule " + rule
		}
		return said + "."
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such file."
	case err != nil:
		return "It cannot be read: " + err.Error() + "."
	case !l.View.Complete:
		return "The files are still being read, and this one was not yet: ask again in a moment."
	}
	return "It is there and was not read yet: ask again in a moment."
}

// amongPassages reports what became of the passages of a file that were compared last, if
// there are any: of one that the writer was given, else of the best.
func (l *loss) amongPassages() (LostAt, string) {
	passages := slices.DeleteFunc(slices.Clone(l.Search.Passages), func(p ExplainedPassage) bool { return p.Path != l.was })
	if len(passages) == 0 {
		return "", ""
	}
	best := passages[0]
	if kept := slices.IndexFunc(passages, ExplainedPassage.IsKept); kept >= 0 {
		return l.amongKept(passages[kept:])
	}
	place := fmt.Sprintf("Its best passage, at %s, came %s of %d", best.place(), ordinal(best.Rank), len(l.Search.Passages))
	switch best.Fate {
	case string(retrieve.BelowThreshold):
		return LostRejected, fmt.Sprintf("%s; its confidence of %.2f is below the threshold of %v.", place, best.Confidence, l.Asked.Threshold)
	case string(retrieve.BehindCutoff):
		return LostCut, fmt.Sprintf("%s; it is far behind the others, whose scores fall off behind the %s.", place, ordinal(l.Search.Counts.Kept))
	}
	return LostCut, fmt.Sprintf("%s; the best %d go to the writer.", place, l.Search.Counts.Kept)
}

// amongKept reports what became of passages that a writer might be given.
func (l *loss) amongKept(passages []ExplainedPassage) (LostAt, string) {
	if l.Written.IsStrange() {
		return LostRefused, fmt.Sprintf("The question was refused before anything was written: the confidence of %.2f that the files answer it is below the floor of %.2f.", l.Written.Confidence, l.Written.Floor)
	}
	if l.Exact != nil {
		return LostNotQuoted, "The question was answered from the cells of a table in another file."
	}
	at := slices.IndexFunc(passages, func(p ExplainedPassage) bool { return slices.Contains(l.Written.Read, p.Rank) })
	if at < 0 {
		return LostCut, fmt.Sprintf("Its best passage, at %s, came %s; there is room for %s in what the writer is given.", passages[0].place(), ordinal(passages[0].Rank), text.Counted(len(l.Written.Read), "passage"))
	}
	for _, s := range l.Written.Statements {
		if s.IsCut() && slices.Contains(s.Paths, l.was) {
			return LostNotQuoted, fmt.Sprintf("The writer quoted it for %q, which was cut: its quotes do not say it (%s).", replies.Beginning(s.Text, replies.PreviewLength), strings.Join(s.Lacks, ", "))
		}
	}
	return LostNotQuoted, fmt.Sprintf("The writer was given its passage at %s, the %s of %d,%s", passages[at].place(), ordinal(passages[at].Rank), len(l.Written.Read), l.tookOthers())
}

// tookOthers ends a sentence on what the writer was given.
func (l *loss) tookOthers() string {
	if l.Written.Refused {
		return " and found no answer in any of them."
	}
	var cited []string
	for _, c := range l.Cited {
		if !slices.Contains(cited, c.Path) {
			cited = append(cited, c.Path)
		}
	}
	if cited == nil {
		return " and the answer quotes none of them."
	}
	return " and took its statements from others: " + strings.Join(cited, ", ") + "."
}

// amongRead reports what became of a file that was read, or should have been, and has no
// passage among the ones that were compared last.
func (l *loss) amongRead() (LostAt, string) {
	for _, lost := range l.Search.Lost {
		if lost.Path == l.was {
			return LostUnreadable, "It was found and could not be read: " + lost.Reason + "."
		}
	}
	if !slices.Contains(l.Course.Read, l.was) {
		return "", ""
	}
	for _, c := range l.Course.Copies {
		if c.Path == l.was {
			return LostFolded, "It says the same as " + c.Of + ", which came before it."
		}
	}
	return LostCut, fmt.Sprintf("It was read, and none of its passages is among the %d that were compared at last.", len(l.Search.Passages))
}

// amongLooked compares a file whose text was looked at, and that was not read, with the last
// one that was.
func (l *loss) amongLooked() (LostAt, string) {
	at := slices.IndexFunc(l.Course.Looked, func(p CoursePlace) bool { return p.Path == l.was })
	if at < 0 {
		return "", ""
	}
	own := l.Course.Looked[at]
	looked := text.Counted(len(l.Course.Looked), "file whose text was looked at", "files whose texts were looked at")
	said := fmt.Sprintf("It came %s of the %s; %s.", ordinal(at+1), looked, text.Counted(len(l.Course.Read), "was read", "were read"))
	for _, last := range slices.Backward(l.Course.Looked) {
		if slices.Contains(l.Course.Read, last.Path) {
			said += fmt.Sprintf(" It scores %.2f, and the last of these, %s, %.2f%s.", own.Score, last.Path, last.Score, lessBy(own, last))
			break
		}
	}
	return LostRankedLow, said + l.lacking()
}

// lessBy names the signals that add less to one file than to another, those that lack most
// first, and says where its meaning was not compared; "" where it lacks nothing.
func lessBy(own, other CoursePlace) string {
	const most = 3 // signals that are named
	uncompared := other.Meant && !own.Meant
	less := func(signal string) float64 { return other.Adds[signal] - own.Adds[signal] }
	var signals []string
	for signal := range other.Adds {
		ofMeaning := signal == "cosine" || signal == "soft" // which only some of the files have, see CoursePlace
		if less(signal) > 0 && !(uncompared && ofMeaning) {
			signals = append(signals, signal)
		}
	}
	slices.SortFunc(signals, func(a, b string) int { return cmp.Or(cmp.Compare(less(b), less(a)), cmp.Compare(a, b)) })
	var said, reasons []string
	for _, signal := range signals[:min(most, len(signals))] {
		said = append(said, fmt.Sprintf("%s (%.2f against %.2f)", signal, own.Adds[signal], other.Adds[signal]))
	}
	if said != nil {
		reasons = append(reasons, "it has less by "+strings.Join(said, ", "))
	}
	if uncompared {
		reasons = append(reasons, "its meaning was not compared with that of the question, since others come before it by their words")
	}
	if reasons == nil {
		return ""
	}
	return ": " + strings.Join(reasons, "; ")
}

// lacking names the first terms that other files contain and this one does not, without those
// that were added for others; "" for none.
func (l *loss) lacking() string {
	const most = 5 // terms that are named
	var terms []string
	for _, lacks := range l.Match.Lacks {
		isAdded := slices.ContainsFunc(l.Search.Terms, func(t ExplainedTerm) bool { return t.Stem == lacks.Stem && t.For != "" })
		if !isAdded {
			terms = append(terms, lacks.Text)
		}
	}
	if terms == nil {
		return ""
	}
	return " It does not contain: " + strings.Join(terms[:min(most, len(terms))], ", ") + "."
}

// byWords reports the place of a file whose text was not looked at: by its title and words,
// or by its words alone.
func (l *loss) byWords() (LostAt, string) {
	if at := slices.Index(l.Course.Weighed, l.was); at >= 0 {
		return LostRankedLow, fmt.Sprintf("It came %s of %s by the words that it contains and its title; the texts of the best %d were looked at.%s",
			ordinal(at+1), text.Counted(len(l.Course.Weighed), "file"), len(l.Course.Looked), l.lacking())
	}
	if l.Asked.Retrieval == retrieve.Boolean.String() {
		entries, _ := l.View.Library.Match(l.Groups)
		if !slices.Contains(entries, l.Match.Entry) {
			return LostNoTerm, "It does not contain all words of any of these groups: " + replies.GroupsText(l.Groups) + "."
		}
		return LostCut, fmt.Sprintf("It is one of %s that contain all words of a group; in the order of their paths the first %s.",
			text.Counted(len(entries), "file"), text.Counted(l.Asked.Limit, "is read", "are read"))
	}
	switch place := l.Match.Place; {
	case place == 0:
		return LostNoTerm, l.noTerm()
	case place <= len(l.Course.Weighed), len(l.Course.Weighed) == 0:
		return LostRankedLow, fmt.Sprintf("It would come %s by the words that it contains, and was not found when the question was asked: it has changed since, or came later.", ordinal(place))
	}
	return LostRankedLow, fmt.Sprintf("It came %s of the %s, by how often and how rare these are; the best %d are weighed by their titles, too.%s",
		ordinal(l.Match.Place), text.Counted(l.Match.Of, "file that contains a term", "files that contain a term"), len(l.Course.Weighed), l.lacking())
}

// noTerm names the terms that the file does not contain, and what it contains that is near.
func (l *loss) noTerm() string {
	var terms, near []string
	for _, t := range l.terms {
		terms = append(terms, t.Term)
		if t.Nearest != "" {
			near = append(near, fmt.Sprintf("%s (for %s)", t.Nearest, t.Term))
		}
	}
	if terms == nil {
		return "The question contains only words that occur everywhere."
	}
	said := "It contains no term of the question: " + strings.Join(terms, ", ") + "."
	if near != nil {
		said += " The nearest words that it does contain: " + strings.Join(near, ", ") + "."
	}
	return said
}

// place is where a passage is in its file: the page or else the line, from 1.
func (p ExplainedPassage) place() string {
	if p.Page > 0 {
		return fmt.Sprintf("page %d", p.Page)
	}
	return fmt.Sprintf("line %d", p.Range.Start.Line+1)
}

// ordinal is "1st", "2nd", "11th".
func ordinal(n int) string {
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}
