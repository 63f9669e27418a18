package agent_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
	"docuquest/core/language/text"
	"docuquest/core/store"
)

// run runs one command.
func (s *session) run(line string) {
	s.t.Helper()
	command, argument, _ := strings.Cut(line, " ")
	ctx := s.t.Context()
	switch command {
	case "#":
	case "show":
		s.shown = strings.Fields(argument)
	case "ask":
		s.ask(argument)
	case "glance":
		s.print(s.agent.Glance(ctx, argument, text.UTF8))
	case "answered":
		if r, ok := s.agent.ModelAnswer(ctx, argument, text.UTF8); ok {
			s.print(r, nil)
		} else {
			s.printf("no answer")
		}
	case "search":
		s.search(argument)
	case "taken":
		s.taken(argument)
	case "traced":
		s.traced(argument)
	case "keep":
		s.keep(s.last)
	case "prefer":
		var p agent.Preferences
		s.decode(argument, &p)
		s.agent.SetPreferences(p)
	case "restart":
		s.restart()
	case "elsewhere": // goes on in the other folder
		s.folder, s.elsewhere = s.elsewhere, s.folder
		s.restart()
	case "unaccount": // loses the account of an answer
		if err := os.Remove(filepath.Join(s.kept, argument+".account.gz")); err != nil {
			s.t.Fatal(err)
		}
	case "converse":
		if turns, err := s.agent.Converse(s.talk(argument)); !s.fail(err) && turns > 0 {
			s.printf("%d turns", turns)
		}
	case "turns":
		for _, turn := range s.agent.Turns() {
			s.printf("%s %s", turn.Question, turn.Answer)
		}
	case "talk": // the headings of the file of a conversation
		content, err := os.ReadFile(s.options.Conversations.(*store.Conversations).File(s.talk(argument)))
		s.fail(err)
		for line := range strings.Lines(string(content)) {
			if strings.HasPrefix(line, "#") {
				s.printf("%s", line)
			}
		}
	case "before":
		s.before(argument)
	case "forget":
		var f history.Forgetting
		s.decode(argument, &f)
		f.Conversation = s.talk(f.Conversation)
		if n, err := s.agent.Forget(f); !s.fail(err) {
			s.printf("%d forgotten", n)
		}
	case "history":
		past, err := s.agent.History(history.MaxHistory, false)
		var questions []string
		for _, p := range past {
			questions = append(questions, p.Question)
		}
		slices.Sort(questions) // several may have been kept in one moment
		if !s.fail(err) {
			s.printf("%s", strings.Join(questions, "\n"))
		}
	case "explain":
		s.explain(argument)
	case "whynot":
		s.whyNot(argument)
	case "sent":
		s.printSent(argument)
	case "write", "open", "edit", "close", "remove", "lose":
		s.change(command, argument)
	default:
		s.t.Fatalf("no command is named %q", command)
	}
}

// fail prints an error, and reports whether there is one.
func (s *session) fail(err error) bool {
	if err != nil {
		s.printf("error: %v", err)
	}
	return err != nil
}

func (s *session) decode(typed string, into any) {
	s.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(typed))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		s.t.Fatalf("%s: %v", typed, err)
	}
}

// talk is the id of a conversation that a session names talk1, talk2 and so on.
func (s *session) talk(name string) string {
	number, ok := strings.CutPrefix(name, "talk")
	if n, err := strconv.Atoi(number); ok && err == nil && 0 < n && n <= len(s.talks) {
		return s.talks[n-1]
	}
	return name
}

// A request is a question as a session writes it, with paths in place of addresses.
type request struct {
	agent.Request
	ID       string `json:"id"`
	Encoding string `json:"encoding"`
}

// ask asks a question, which has an id of q and its number unless it gives one.
func (s *session) ask(typed string) {
	s.t.Helper()
	r := request{Request: agent.Request{Text: typed}}
	if strings.HasPrefix(typed, "{") {
		r.Text = ""
		s.decode(typed, &r)
	}
	s.asked++
	q := r.Request
	if q.ID = r.ID; q.ID == "" {
		q.ID = fmt.Sprintf("q%d", s.asked)
	}
	if r.Encoding != "" {
		q.Encoding, _ = text.ParseEncoding(r.Encoding)
	}
	if q.URI != "" && !strings.Contains(q.URI, ":") {
		q.URI = string(s.uri(q.URI))
	}
	q.Conversation = s.talk(q.Conversation)
	answer, err := s.agent.Ask(s.t.Context(), q, nil)
	s.print(answer, err)
	if err != nil {
		return
	}
	s.last = answer
	if answer.Conversation != "" && !slices.Contains(s.talks, answer.Conversation) {
		s.talks = append(s.talks, answer.Conversation)
	}
	if s.setup.Keep {
		s.keep(answer)
	}
}

// print prints the parts of an answer that are shown.
func (s *session) print(r *replies.Answer, err error) {
	s.t.Helper()
	if s.fail(err) {
		return
	}
	s.checkCitations(r)
	for _, part := range s.shown {
		s.printPart(part, r)
	}
}

func (s *session) printPart(part string, r *replies.Answer) {
	s.t.Helper()
	list := func(values []string) {
		if len(values) > 0 {
			s.printf("%s: %s", part, strings.Join(values, ", "))
		}
	}
	first, _, _ := strings.Cut(r.Answer, "\n")
	switch part {
	case "answer":
		s.printf("%s", r.Answer)
	case "first":
		s.printf("%s", first)
	case "counted": // the first line of what was counted or looked up in a table
		if r.Exact == nil {
			first = "-"
		}
		s.printf("%s", first)
	case "exact":
		if r.Exact != nil {
			s.printf("exact: %s", exactly(r.Exact))
		}
	case "rows":
		if r.Exact != nil {
			var paths []string
			for _, row := range r.Exact.Rows {
				paths = append(paths, row.Path)
			}
			s.printf("%s", strings.TrimSpace("rows: "+strings.Join(paths, ", ")))
		}
	case "cites":
		for _, c := range r.Citations {
			s.printf("[%d] %s %q", c.Number, placeOf(c), c.Quote)
		}
	case "titles":
		for _, c := range r.Citations {
			if len(c.Titles) > 0 {
				s.printf("[%d] in %s", c.Number, strings.Join(c.Titles, " > "))
			}
		}
	case "ranges":
		for _, c := range r.Citations {
			s.printf("[%d] %s:%d:%d-%d:%d", c.Number, c.Path, c.Range.Start.Line+1, c.Range.Start.Character, c.Range.End.Line+1, c.Range.End.Character)
		}
	case "remarks":
		for _, remark := range r.Remarks() {
			s.printf("(%s)", remark)
		}
	case "refused":
		s.printf("refused: %v", r.Refused)
	case "writer":
		s.printf("writer: %s", r.Writer)
	case "failure":
		list(withoutEmpty(r.ModelFailure()))
	case "best":
		s.printf("best: %s", strings.Join(r.Documents[:min(1, len(r.Documents))], ""))
	case "documents":
		s.printf("%s", strings.TrimSpace("documents: "+strings.Join(r.Documents, " ")))
	case "groups":
		var groups []string
		for _, g := range r.Groups {
			groups = append(groups, strings.Join(g, " "))
		}
		list(groups)
	case "missing":
		list(r.Missing)
	case "added":
		list(r.Added)
	case "carried":
		s.printf("%s", strings.TrimSpace("carried: "+strings.Join(r.Carried, " ")))
	case "way":
		s.printf("way: %s, otherwise: %s", cmp.Or(r.Way, "texts"), cmp.Or(r.Otherwise, "-"))
	case "filters":
		list(r.Filters)
	case "unsupported":
		list(r.Unsupported)
	case "partly":
		for _, p := range r.Partly {
			s.printf("partly %v: %s (lacks %s)", p.Numbers, p.Statement, strings.Join(p.Lacks, ", "))
		}
	case "unchecked":
		for _, u := range r.Unchecked {
			s.printf("unchecked %v: %s", u.Numbers, u.Statement)
		}
	case "counts":
		s.printf("dropped: %d, rejected: %d, left out: %d", r.Dropped, r.Rejected, r.LeftOut)
	case "nearest":
		for _, p := range r.Nearest {
			s.printf("near: %s:%d %s", p.Path, p.Range.Start.Line+1, p.Text)
		}
	case "conversation":
		s.printf("conversation: %s", r.Conversation)
	case "document":
		s.printf("%s", r.Document)
	case "steps":
		var names []string
		for _, step := range r.Steps {
			names = append(names, step.Name)
		}
		list(names)
	default:
		name, ok := strings.CutPrefix(part, "step:")
		if !ok {
			s.t.Fatalf("no part of an answer is named %q", part)
		}
		for _, step := range r.Steps {
			if step.Name == name {
				s.printf("%s: %s", name, step.Detail)
			}
		}
	}
}

// exactly is what a count says to programs, without its rows.
func exactly(x *replies.Exact) string {
	said := fmt.Sprintf("%d rows", x.Count)
	if x.Of > 0 {
		said = fmt.Sprintf("%d, %d of %d files", x.Count, x.Files, x.Of)
	}
	for _, forms := range x.Counted {
		said += fmt.Sprintf(" %v", forms)
	}
	if x.Value != "" {
		said += ", value " + x.Value
	}
	if x.AtLeast {
		said += ", at least"
	}
	if x.ByIndex {
		said += ", by the index"
	}
	if x.Unread != nil {
		said += fmt.Sprintf(", unread %v", x.Unread)
	}
	if x.LeftOut != nil {
		said += fmt.Sprintf(", left out %v", x.LeftOut.Reasons)
	}
	return said
}

func withoutEmpty(values ...string) []string {
	return slices.DeleteFunc(values, func(v string) bool { return v == "" })
}

func placeOf(c replies.Citation) string {
	if c.Page > 0 {
		return fmt.Sprintf("%s page %d", c.Path, c.Page)
	}
	return fmt.Sprintf("%s:%d", c.Path, c.Range.Start.Line+1)
}

// checkCitations holds the first promise of an answer: the text at the range of each
// citation is its quote.
func (s *session) checkCitations(r *replies.Answer) {
	s.t.Helper()
	e, _ := text.ParseEncoding(r.Encoding)
	for _, c := range r.Citations {
		f, err := s.agent.Read(s.t.Context(), c.URI)
		if err != nil {
			s.t.Errorf("[%d] %s: %v", c.Number, c.Path, err)
			continue
		}
		at := text.NewLines(f.Content).Span(text.Range{
			Start: text.Position{Line: c.Range.Start.Line, Character: c.Range.Start.Character},
			End:   text.Position{Line: c.Range.End.Line, Character: c.Range.End.Character},
		}, e)
		if got := at.Of(f.Content); got != c.Quote {
			s.t.Errorf("[%d] %s: the text at the range is %q, the quote %q", c.Number, c.Path, got, c.Quote)
		}
	}
}

func (s *session) search(typed string) {
	s.t.Helper()
	q := agent.Search{Query: typed}
	if strings.HasPrefix(typed, "{") {
		q.Query = ""
		s.decode(typed, &q)
	}
	if q.URI != "" {
		q.URI = string(s.uri(q.URI))
	}
	reply, err := s.agent.Search(s.t.Context(), q)
	if s.fail(err) {
		return
	}
	for _, h := range reply.Hits {
		content, _, _ := strings.Cut(strings.TrimSpace(h.Text), "\n")
		copies := ""
		if h.Copies > 0 {
			copies = " = " + strings.Join(h.CopiesIn, " ")
		}
		s.printf("%s:%d %s%s", h.Path, h.Range.Start.Line+1, content, copies)
		for _, beside := range []struct {
			name  string
			texts []string
		}{{"above", h.Above}, {"before", h.Before}, {"after", h.After}} {
			for _, content := range beside.texts {
				s.printf("    %s: %s", beside.name, text.OneLine(content))
			}
		}
	}
	if slices.Contains(s.shown, "missing") && len(reply.Missing) > 0 {
		s.printf("missing: %s", strings.Join(reply.Missing, ", "))
	}
	if slices.Contains(s.shown, "filters") && len(reply.Filters) > 0 {
		s.printf("filters: %s", strings.Join(reply.Filters, ", "))
	}
	for _, remark := range reply.Remarks() {
		s.printf("(%s)", remark)
	}
	if reply.Explain != nil {
		s.printf("words: %s", reply.Explain.Words)
	}
	if len(reply.Hits) == 0 && len(reply.Remarks()) == 0 {
		s.printf("nothing")
	}
}

// taken prints how a query is taken: the words that are searched for, with corrections, and
// the filters.
func (s *session) taken(typed string) {
	s.t.Helper()
	q := agent.Search{Query: typed}
	if strings.HasPrefix(typed, `{"query"`) {
		q.Query = ""
		s.decode(typed, &q)
	}
	q.Explain = true
	reply, err := s.agent.Search(s.t.Context(), q)
	if s.fail(err) {
		return
	}
	said := reply.Explain.Words
	for _, f := range reply.Filters {
		said += " [" + f + "]"
	}
	for _, c := range reply.Corrected {
		said += fmt.Sprintf(" (%s for %s)", c.As, c.Word)
	}
	if reply.Suggested != "" {
		said += fmt.Sprintf(" (or %s?)", reply.Suggested)
	}
	s.printf("%s", strings.ReplaceAll(said, "\n", "\\n"))
}

// traced prints how a search came about: its terms with their forms, a star at parts of
// names, and what was left after each stage. What is added up makes the scores.
func (s *session) traced(typed string) {
	s.t.Helper()
	q := agent.Search{Query: typed}
	if strings.HasPrefix(typed, "{") {
		q.Query = ""
		s.decode(typed, &q)
	}
	q.Explain = true
	reply, err := s.agent.Search(s.t.Context(), q)
	if s.fail(err) {
		return
	}
	x := reply.Explain
	for _, t := range x.Terms {
		origin := t.Origin
		if t.For != "" {
			origin += " for " + t.For
		}
		var forms []string
		for _, f := range t.Forms {
			star := ""
			if f.Part {
				star = "*"
			}
			forms = append(forms, fmt.Sprintf("%s%s %d", f.Form, star, f.Files))
		}
		s.printf("%s (%s), %s, in %d: %s", t.Term, t.Stem, origin, t.Files, strings.Join(forms, ", "))
	}
	f, c := x.Files, x.Counts
	s.printf("files: %d indexed, %d holding, %d admitted, %d weighed, %d looked at, %d read, %d kept", f.Indexed, f.Holding, f.Admitted, f.Weighed, f.Looked, f.Read, f.Kept)
	s.printf("passages: %d read, %d offered, %d chosen, %d kept", c.Read, c.Offered, c.Chosen, c.Kept)
	for _, p := range x.Passages {
		said := ""
		if p.Said != nil {
			said = fmt.Sprintf(", said %v", *p.Said)
		}
		s.printf("%d. from %d: %s%s, %s", p.Rank, p.Found, p.Path, said, p.Fate)
		if sum := p.OfDocument + p.OfPassage + p.OfNotes; p.Said == nil && math.Abs(sum-p.Score) > 1e-9 {
			s.t.Errorf("%s: a passage of %s scores %v, its parts add %v", typed, p.Path, p.Score, sum)
		}
	}
	for i, h := range reply.Hits {
		if p := x.Passages[i]; p.Path != h.Path || p.Range != h.Range || p.Score != h.Score || !p.IsKept() {
			s.t.Errorf("%s: hit %d is %s at %v, explained as %+v", typed, i, h.Path, h.Range, p)
		}
	}
	for _, l := range x.Lost {
		s.printf("lost: %s %s", l.Path, l.Reason)
	}
	for i, d := range x.Documents {
		score, body := 0.0, 0.0
		for _, signal := range d.Signals {
			score += signal.Adds
		}
		for _, t := range d.Terms {
			body += t.Adds
		}
		if math.Abs(score-d.Score) > 1e-9 || math.Abs(body-d.Signals[0].Value) > 1e-9 || d.Score <= 0 || i > 0 && x.Documents[i-1].Score < d.Score {
			s.t.Errorf("%s: %s scores %v, its signals add %v, its terms %v of %v", typed, d.Path, d.Score, score, body, d.Signals[0].Value)
		}
	}
}

// before prints the earlier questions that are like one. A number in front is the limit.
func (s *session) before(typed string) {
	most := 5
	if number, question, ok := strings.Cut(typed, " "); ok {
		if n, err := strconv.Atoi(number); err == nil {
			most, typed = n, question
		}
	}
	found, err := s.agent.SimilarQuestions(s.t.Context(), typed, most, text.UTF8)
	if s.fail(err) {
		return
	}
	for _, r := range found {
		s.printf("%s (%d times) %s (%s)", r.Question, r.Times, r.Says, r.Standing)
	}
	if len(found) == 0 {
		s.printf("nothing")
	}
}

// explain prints the account of an answer, or one of its parts by its heading.
func (s *session) explain(typed string) {
	id, heading, _ := strings.Cut(typed, " ")
	x, err := s.agent.Explain(s.t.Context(), id)
	if s.fail(err) {
		return
	}
	account := x.Markdown()
	if heading != "" {
		var found bool
		if _, account, found = strings.Cut(account, "## "+heading+"\n"); !found {
			s.t.Fatalf("the account has no heading %q", heading)
		}
		account, _, _ = strings.Cut(account, "\n## ")
	}
	s.printf("%s", strings.TrimSpace(account))
}

// whyNot prints where a file was lost. What is asked is a path, and the id of an answer or
// a question behind it.
func (s *session) whyNot(typed string) {
	path, of, _ := strings.Cut(typed, " ")
	w := why.WhyNot{URI: string(s.uri(path)), Answer: of}
	if strings.Contains(of, " ") {
		w.Answer, w.Question = "", of
	}
	reply, err := s.agent.WhyNot(s.t.Context(), w)
	if s.fail(err) {
		return
	}
	if strings.Contains(reply.Detail, "\n") || !strings.Contains(reply.Explanation, "**Step: "+string(reply.Step)+".**") {
		s.t.Errorf("%s: detail %q in\n%s", typed, reply.Detail, reply.Explanation)
	}
	s.printf("%s: %s", reply.Step, score.ReplaceAllString(reply.Detail, "#.##"))
}

// printSent prints the requests of a category, or of all, that were sent since the last time.
func (s *session) printSent(category string) {
	all := s.model.Requests()
	for _, r := range all[s.sent:] {
		if category != "" && r.Category != category {
			continue
		}
		for _, m := range r.Messages {
			s.printf("%s", m.Text)
		}
	}
	if s.sent == len(all) {
		s.printf("nothing")
	}
	s.sent = len(all)
}
