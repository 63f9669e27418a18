package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/language/text"
)

func researchCommand() command {
	return command{
		name:    "research",
		summary: "answer a question that needs several searches",
		args:    "question words...",
		about: []string{
			"Searches the files of a folder for the question, for its parts and for the names in it, and then again: for the names that stand beside the words of the question in what was found. A search for several facts ends as soon as all are found; one for a single fact, or to compare things, when no names are left or the rounds are made. The answer is short, and every citation is looked for in the file as it is now. Behind it stand the facts that were asked for, each with its citation, the place that a limit left out, or open.",
			"Without a model all of that goes by rules. With one (see \"docuquest help settings\") the model plans the searches, says what is missing and writes the answer; its quotes are looked for, and what it gets wrong the rules do. --rounds and the settings that begin with research_ limit what that costs.",
			"Only the files are searched, unless --web or the setting web has the web searched, too: by SerpAPI, whose key is read from SERPAPI_API_KEY, by a SearXNG at searxng_url, or by both. What leaves the machine then are the queries, and requests for the pages that these services name; \"docuquest sent\" lists each. The first queries are made of your question alone. Later ones may hold names that were found in your files, but not what is private. Of one question the web is asked 30 queries at most. A citation of the web is an address that opens the page at the quote. A key in a .env file of a folder is never read.",
			"Once a file was read, a query takes along only what a name needs: of what your question has not, at most 7 words of 40 letters together and 20 each (12 characters of Chinese or Japanese are too many), no number of more than 3 digits but for two years, no code such as a7f3k9, and no address of mail, whether it stands in your files or not. Besides, no 8 words in a row of a file and nothing that looks like a secret. Another one is for the files alone, and --trace says so, unless you say yes when you are asked: on a terminal, and in editors by a dialog, each such query is shown with what is wrong with it.",
			"--json prints one JSON object, whose \"answer\" and \"citations\" (number, title, uri, quote) are what most programs need, and --trace adds every search with its reason, and every step. An interrupt gives what was proven until then.",
			aboutFilters,
			aboutKept,
		},
		examples: []string{
			`docuquest research Where does the engineer who designed the north bridge work?`,
			`docuquest research -C ~/notes --trace "Who found the gold ring, and when was it sold?"`,
			`docuquest research --web Who designed the north bridge, and what else did she build?`,
			`docuquest research --json --words 60 --citations 3 Why was the well closed? > answer.json`,
		},
		exits: answerExits,
		asks:  true,
		prepare: func(flags *flag.FlagSet) action {
			c := &common{}
			q := agent.Question{Encoding: text.UTF16, Conversation: agent.NoConversation}
			c.folderFlag(flags)
			c.jsonFlag(flags)
			c.formatFlag(flags)
			c.keyFlag(flags)
			filterFlags(flags, &q.In, &q.Types)
			c.settingFlags(flags, "writer", "rerank")
			numberFlag{"rounds", agent.MaxRounds, "search in at most `N` rounds, 1 to 10; 2 unless settings say otherwise"}.define(flags, &q.Rounds)
			numberFlag{"limit", agent.MaxDocuments, "read at most `N` documents for the answer, 1 to 100; 10 unless said otherwise"}.define(flags, &q.Limit)
			numberFlag{"words", agent.MaxAnswerWords, usageOfWords}.define(flags, &q.Words)
			numberFlag{"citations", agent.MaxAnswerCitations, "cite at most `N` places, 1 to 1000; no limit unless settings have one"}.define(flags, &q.Citations)
			webFlag(flags, &q.Web)
			trace := flags.Bool("trace", false, "tell every search with its reason, too")
			return func(ctx context.Context, p *program, out *output, args []string) (err error) {
				if q.Text, err = words(args, "question"); err != nil {
					return err
				}
				return p.research(ctx, out, c, q, *trace)
			}
		},
	}
}

// usageOfWords is the help of --words, wherever a question is asked.
const usageOfWords = "answer in about `N` words, 1 to 10000: a quarter more at most, but one statement at least; no limit unless settings have one"

// webFlag defines --web.
func webFlag(flags *flag.FlagSet, web **bool) {
	flags.BoolFunc("web", "search the web, too, with the services that the settings name", func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("it may be true or false")
		}
		*web = &on
		return nil
	})
}

func (p *program) research(ctx context.Context, out *output, c *common, q agent.Question, trace bool) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	a, s, err := p.open(c, t)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := p.read(ctx, t, a); err != nil {
		return err
	}
	line := p.progress()
	defer line.clear()
	early := &early{program: p, out: out, line: line, shows: p.screens.stdout && !c.json && c.form == "", source: t}
	answer, stopped := a.Research(ctx, q, early.stage)
	line.clear()
	if answer == nil {
		if ctx.Err() != nil {
			p.complain("the search was interrupted, and nothing that answers the question was proven until then")
		}
		return stopped
	}
	p.tellFailure(answer)
	printed := printed{Answer: answer, kept: p.keep(a, answer, s), source: t}
	if err := p.writeResearch(out, c, printed, trace); err != nil {
		return err
	}
	if answer.Refused {
		return exit(exitNotFound)
	}
	return stopped
}

// writeResearch prints an answer of research in the form that was asked for, with every
// search where trace has it so.
func (p *program) writeResearch(out *output, c *common, answer printed, trace bool) error {
	if c.json {
		return writeJSON(out, newResearchReply(answer.Answer, trace))
	}
	if err := p.writeReply(out, c, answer); err != nil || c.form == formHTML || c.form == formMarkdown {
		return err
	}
	if c.form != formText && !p.screens.stdout {
		answer.source = target{} // as writeReply has the places of citations
	}
	_, err := out.Write([]byte(slotLines(answer) + traceLines(answer.Research, trace) + sentLines(answer.Answer)))
	return err
}

// A researchReply is an answer of research for programs: that of ask, whose citations
// have a title each, as people cite.
type researchReply struct {
	*agent.Answer
	Citations []titledCitation  `json:"citations"`
	Research  *agent.Researched `json:"research,omitempty"`
	Steps     []agent.Step      `json:"steps"`
}

type titledCitation struct {
	agent.Citation
	Title string `json:"title"`
}

// newResearchReply leaves the searches and the steps out unless trace asks for them.
func newResearchReply(a *agent.Answer, trace bool) researchReply {
	r := researchReply{Answer: a, Citations: []titledCitation{}, Research: a.Research, Steps: a.Steps}
	for _, c := range a.Citations {
		title := path.Base(c.Path)
		if len(c.Titles) > 0 {
			title = c.Titles[0]
		}
		r.Citations = append(r.Citations, titledCitation{c, title})
	}
	if !trace {
		r.Steps = []agent.Step{}
		if a.Research != nil {
			short := *a.Research
			short.Queries = []agent.ResearchQuery{}
			r.Research = &short
		}
	}
	return r
}

// slotLines are the facts that were asked for, for people; "" where there is one that the
// answer gives, or none: it says that itself.
func slotLines(answer printed) string {
	r := answer.Research
	if r == nil || len(r.Slots) == 0 || len(r.Slots) == 1 && r.Slots[0].Citation > 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nAsked for:\n")
	for _, s := range r.Slots {
		fmt.Fprintf(&b, "- %s (%s): %s\n", oneLine(s.Asked), s.Type, s.Source(answer.source.placeOf))
	}
	if r.Stopped != "" {
		fmt.Fprintf(&b, "The search ended at %s.\n", r.Stopped)
	}
	return b.String()
}

// sentLines tell people what was sent where the web was searched; "" elsewhere.
func sentLines(a *agent.Answer) string {
	if a.Research == nil || !a.Research.Web || len(a.Sent) == 0 {
		return ""
	}
	return "\n" + strings.Join(a.SentLines(), "\n") + "\n"
}

// asked says of a search whether the web was asked it, and why not where it was kept from
// it, or not made at all; "" elsewhere.
func asked(q agent.ResearchQuery) string {
	switch {
	case q.Web && q.Kept != "":
		return ", in the web too, as you allowed: " + oneLine(q.Kept)
	case q.Web:
		return ", in the web too"
	case q.Unmade:
		return ", not searched for: " + oneLine(q.Kept)
	case q.Kept != "":
		return ", in the files alone: " + oneLine(q.Kept)
	}
	return ""
}

// traceLines are the searches that were made, for people.
func traceLines(r *agent.Researched, trace bool) string {
	if r == nil || !trace {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nSearched for:\n")
	for round := 1; round <= r.Rounds; round++ {
		b.WriteString(roundLines(r.Queries, round))
	}
	return b.String()
}

// roundLines are the searches of one round. A later one may have none: the names that it
// looks up may lead to no file.
func roundLines(queries []agent.ResearchQuery, round int) string {
	var b strings.Builder
	for _, q := range queries {
		if q.Round == round {
			fmt.Fprintf(&b, "- round %d: %s (%s)%s\n", round, oneLine(q.Query), oneLine(q.Why), asked(q))
		}
	}
	if b.Len() == 0 {
		return fmt.Sprintf("- round %d: no name in what was found led to a further file\n", round)
	}
	return b.String()
}
