package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// quoted says where the answer cites the file; "" where it does not.
func (l *loss) quoted() string {
	var numbers []string
	for _, c := range l.Cited {
		if c.URI == l.uri {
			numbers = append(numbers, fmt.Sprintf("[%d]", c.Number))
		}
	}
	if numbers == nil {
		return ""
	}
	return "It is not lost: the answer cites it as " + strings.Join(numbers, " ") + "."
}

// whyNotIndexed returns why a file is not in the library.
func (l *loss) whyNotIndexed(ctx context.Context) string {
	_, err := l.Disk.Read(ctx, l.uri)
	skip := file.Skip{}
	switch {
	case errors.As(err, &skip):
		said := "It is left out: " + string(skip.Reason)
		if rule := l.Disk.IgnoredBy(l.uri); rule != "" {
			return said + ", by the rule " + rule + "."
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

// outsideOf says what limits the question to other files.
func (l *loss) outsideOf() string {
	limits := l.Filters
	if l.Asked.URI != "" {
		limits = append([]string{l.Asked.URI}, limits...)
	}
	return "The question is limited to " + strings.Join(limits, " ") + ", and the file is not among these."
}

// withoutSearch tells of a question for which nothing was searched: it was counted in all
// files, or it was about earlier questions.
func (l *loss) withoutSearch() (LostAt, string) {
	if l.Exact == nil {
		return LostNotSearched, "The question is about earlier ones and was answered from these: no file was searched for it."
	}
	said := fmt.Sprintf("The question was counted in %s, and is true of %d", text.Counted(l.Exact.Of, "file"), l.Exact.Files)
	return LostNotCounted, fmt.Sprintf("%s; the answer lists %d of them, and this file is none of those.", said, len(l.Cited))
}

// amongPassages tells of a file some of whose passages were compared last: what became of
// the best of them.
func (l *loss) amongPassages() (LostAt, string) {
	passages := slices.DeleteFunc(slices.Clone(l.Search.Passages), func(p ExplainedPassage) bool { return p.Path != l.was })
	if len(passages) == 0 {
		return "", ""
	}
	best := passages[0]
	if at := slices.IndexFunc(passages, ExplainedPassage.IsKept); at >= 0 {
		return l.amongKept(passages[at:])
	}
	place := fmt.Sprintf("Its best passage, at %s, came %s of %d", best.place(), ordinal(best.Rank), len(l.Search.Passages))
	switch best.Fate {
	case string(retrieve.BelowThreshold):
		return LostRejected, fmt.Sprintf("%s; its confidence of %.2f is below the threshold of %v.", place, best.Confidence, l.Asked.Threshold)
	case string(retrieve.BehindKnee):
		return LostCut, fmt.Sprintf("%s; it is far behind the others, whose scores fall off behind the %s.", place, ordinal(l.Search.Counts.Kept))
	}
	return LostCut, fmt.Sprintf("%s; the best %d go to the writer.", place, l.Search.Counts.Kept)
}

// amongKept tells of a file with passages that a writer might be given.
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
	return l.notQuoted(passages[at])
}

// notQuoted says what the writer made of the file's best passage.
func (l *loss) notQuoted(best ExplainedPassage) (LostAt, string) {
	for _, s := range l.Written.Statements {
		if s.IsCut() && slices.Contains(s.Paths, l.was) {
			return LostNotQuoted, fmt.Sprintf("The writer quoted it for %q, which was cut: its quotes do not say it (%s).", replies.Beginning(s.Text, replies.PreviewLength), strings.Join(s.Lacks, ", "))
		}
	}
	given := fmt.Sprintf("The writer was given its passage at %s, the %s of %d,", best.place(), ordinal(best.Rank), len(l.Written.Read))
	return LostNotQuoted, given + l.tookOthers()
}

// tookOthers ends a sentence on what the writer was given.
func (l *loss) tookOthers() string {
	if l.Written.Refused {
		return " and found no answer in any of them."
	}
	cited := l.citedPaths()
	if cited == nil {
		return " and the answer quotes none of them."
	}
	return " and took its statements from others: " + strings.Join(cited, ", ") + "."
}

// asWhole tells of a file that the writer was given with all that it says.
func (l *loss) asWhole() (LostAt, string) {
	if !slices.Contains(l.Written.Whole, l.was) {
		return "", ""
	}
	given := fmt.Sprintf("The writer was given its whole text, one of %d,", len(l.Written.Whole))
	return LostNotQuoted, given + l.tookOthers()
}

// citedPaths are the files that the answer cites, each once.
func (l *loss) citedPaths() []string {
	var paths []string
	for _, c := range l.Cited {
		if !slices.Contains(paths, c.Path) {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// amongRead tells of a file that was read, or should have been, and has no passage among
// those that were compared last.
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

// amongLooked tells of a file whose text was looked at, and that was not read.
func (l *loss) amongLooked() (LostAt, string) {
	at := slices.IndexFunc(l.Course.Looked, func(p CoursePlace) bool { return p.Path == l.was })
	if at < 0 {
		return "", ""
	}
	own := l.Course.Looked[at]
	looked := text.Counted(len(l.Course.Looked), "file whose text was looked at", "files whose texts were looked at")
	said := fmt.Sprintf("It came %s of the %s; %s.", ordinal(at+1), looked, text.Counted(len(l.Course.Read), "was read", "were read"))
	if last, ok := l.lastRead(); ok {
		said += fmt.Sprintf(" It scores %.2f, and the last of these, %s, %.2f%s.", own.Score, last.Path, last.Score, lessBy(own, last))
	}
	return LostRankedLow, said + l.lacking()
}

// lastRead is the last file that was read in the order of those that were looked at.
func (l *loss) lastRead() (CoursePlace, bool) {
	for _, p := range slices.Backward(l.Course.Looked) {
		if slices.Contains(l.Course.Read, p.Path) {
			return p, true
		}
	}
	return CoursePlace{}, false
}

// mostLess is how many signals are named by which a file is behind another.
const mostLess = 3

// lessBy names the signals that add less to one file than to another, those that lack
// most first, and says where its meaning was not compared; "" where there is none.
func lessBy(own, other CoursePlace) string {
	uncompared := other.Meant && !own.Meant
	less := func(signal string) float64 { return other.Adds[signal] - own.Adds[signal] }
	var signals []string
	for signal := range other.Adds {
		if less(signal) > 0 && !(uncompared && isMeaning(signal)) {
			signals = append(signals, signal)
		}
	}
	slices.SortFunc(signals, func(a, b string) int { return cmp.Or(cmp.Compare(less(b), less(a)), cmp.Compare(a, b)) })
	var said []string
	for _, signal := range signals[:min(mostLess, len(signals))] {
		said = append(said, fmt.Sprintf("%s (%.2f against %.2f)", signal, own.Adds[signal], other.Adds[signal]))
	}
	var why []string
	if said != nil {
		why = append(why, "it has less by "+strings.Join(said, ", "))
	}
	if uncompared {
		why = append(why, "its meaning was not compared with that of the question, since others come before it by their words")
	}
	if why == nil {
		return ""
	}
	return ": " + strings.Join(why, "; ")
}

// isMeaning reports whether a signal is one of those that only some of the files that are
// looked at have; see [CoursePlace].
func isMeaning(signal string) bool { return signal == "cosine" || signal == "soft" }

// mostLacking is how many terms are named that a file does not hold.
const mostLacking = 5

// lacking names the terms that other files hold and this one does not; "" where there is
// none. Words that only stand for others are none of the question's.
func (l *loss) lacking() string {
	var terms []string
	for _, t := range l.standing.Lacks {
		if !l.isAdded(t.Stem) {
			terms = append(terms, t.Text)
		}
	}
	if terms == nil {
		return ""
	}
	return " It does not hold: " + strings.Join(terms[:min(mostLacking, len(terms))], ", ") + "."
}

func (l *loss) isAdded(stem string) bool {
	return slices.ContainsFunc(l.Search.Terms, func(t ExplainedTerm) bool { return t.Stem == stem && t.For != "" })
}

// amongWeighed tells of a file whose words and title were weighed, and whose text was not
// looked at.
func (l *loss) amongWeighed() (LostAt, string) {
	at := slices.Index(l.Course.Weighed, l.was)
	if at < 0 {
		return "", ""
	}
	said := fmt.Sprintf("It came %s of %s by the words that it holds and its title; the texts of the best %d were looked at.", ordinal(at+1), text.Counted(len(l.Course.Weighed), "file"), len(l.Course.Looked))
	return LostRankedLow, said + l.lacking()
}

// byPostings tells of a file that no stage of the run names.
func (l *loss) byPostings() (LostAt, string) {
	switch {
	case l.Asked.Retrieval == retrieve.Boolean.String():
		return l.byGroups()
	case l.standing.Place == 0:
		return LostNoTerm, l.noTerm()
	case l.standing.Place <= len(l.Course.Weighed), len(l.Course.Weighed) == 0:
		return LostRankedLow, fmt.Sprintf("It would come %s by the words that it holds, and was not found when the question was asked: it has changed since, or came later.", ordinal(l.standing.Place))
	}
	holding := text.Counted(l.standing.Of, "file that holds a term", "files that hold a term")
	said := fmt.Sprintf("It came %s of the %s, by how often and how rare these are; the best %d are weighed by their titles, too.", ordinal(l.standing.Place), holding, len(l.Course.Weighed))
	return LostRankedLow, said + l.lacking()
}

// byGroups tells of a file that the classic rule did not choose.
func (l *loss) byGroups() (LostAt, string) {
	entries, _ := l.View.Library.Match(l.Groups)
	if !slices.Contains(entries, l.standing.Entry) {
		return LostNoTerm, "It does not hold all words of any of these groups: " + replies.GroupsText(l.Groups) + "."
	}
	return LostCut, fmt.Sprintf("It is one of %s that hold all words of a group; in the order of their paths the first %s.", text.Counted(len(entries), "file"), text.Counted(l.Asked.Limit, "is read", "are read"))
}

// noTerm names the terms that the file does not hold, and what it holds that is near.
func (l *loss) noTerm() string {
	var terms, near []string
	for _, t := range l.terms {
		terms = append(terms, t.Term)
		if t.Nearest != "" {
			near = append(near, fmt.Sprintf("%s (for %s)", t.Nearest, t.Term))
		}
	}
	if terms == nil {
		return "The question holds nothing but words that stand everywhere."
	}
	said := "It holds no term of the question: " + strings.Join(terms, ", ") + "."
	if near != nil {
		said += " The nearest words that it does hold: " + strings.Join(near, ", ") + "."
	}
	return said
}

// place is where a passage stands in its file: the page or else the line, from 1.
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
