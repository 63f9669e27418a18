package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/code/annotate"
	"docuquest/core/services/llm/openai"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

func annotateCommand() command {
	return command{
		name:    "annotate",
		summary: "have a model write notes about the files of a folder",
		args:    "[FOLDER]",
		about: []string{
			"Has the model write notes about the programs and documents of a folder: for each file, class, function and section a summary, keywords, tags, synonyms and what it depends on. They lead \"ask --notes\" and \"search --notes\" to passages, and are never cited. Without them the notes that rules make do the same for nothing.",
			"First it says what that will cost: how many pieces lack notes, in how many requests and tokens, and in money where model_price_in and model_price_out are set. On a terminal it then asks, and makes no request that is expected to take it a tenth and one request beyond what you agreed to; a single one can cost more than is expected, where the model thinks before it replies, and it is said how much at most. Elsewhere it wants --yes, which agrees to all that the limits of the day allow. The text of the files is sent to the model's service, as it is on the disk.",
			"Notes are kept by what a piece says, in your state folder, and no text is paid for twice as long as it stands somewhere: a renamed file costs nothing, an edit costs its piece and those around it, also in a file that was renamed or parted meanwhile, and what was stopped goes on where it was. Ctrl-C ends it, and keeps what is paid for. Notes about texts that were edited or whose file is gone are removed when the next run begins, and it is said how many. Where the file is gone that a model was shown, they are made anew for other files that were known before and say the same. One run at a time writes notes, in whichever program. \"docuquest notes\" lists and deletes them.",
			"What one day may cost is bounded by annotate_calls, annotate_tokens and annotate_money, which needs both prices (see \"docuquest help settings\"). What a request can cost at most is booked before it is sent, and where the service does not say what it cost, as for one that broke off, that stays booked; what the service turned away costs no tokens. So a run ends a few thousand tokens in front of a limit.",
		},
		examples: []string{"docuquest annotate --estimate", "docuquest annotate ~/src/project", "docuquest annotate --yes --json core"},
		prepare: func(flags *flag.FlagSet) action {
			var a annotation
			a.folderFlag(flags)
			a.jsonFlag(flags)
			a.keyFlag(flags)
			flags.BoolVar(&a.yes, "yes", false, "begin without a question")
			flags.BoolVar(&a.estimate, "estimate", false, "say what it will cost, and do nothing else")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := a.oneFolder(args); err != nil {
					return err
				}
				return p.annotate(ctx, out, a)
			}
		},
	}
}

// annotation is what the flags ask for.
type annotation struct {
	common
	yes      bool // begins without a question
	estimate bool // does not begin at all
}

func (p *program) annotate(ctx context.Context, out *output, c annotation) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	a, _, err := p.open(&c.common, t)
	if err != nil {
		return err
	}
	defer a.Close()
	if !a.Annotates() {
		return agent.ErrNoAnnotator
	}
	if err := p.read(ctx, t, a); err != nil {
		return err
	}
	estimate, err := a.EstimateNotes(ctx, "")
	switch {
	case err != nil:
		return err
	case c.estimate && c.json:
		return writeJSON(out, estimate)
	case c.estimate:
		_, err := io.WriteString(out, wrap(estimate.Text(), p.screens.width, "")+"\n")
		return err
	}
	if err := a.CheckAnnotate(); err != nil {
		return err
	}
	if isWanted, err := p.confirmNotes(ctx, c, estimate); err != nil || !isWanted {
		return err
	}
	if c.yes {
		estimate = nil // who is not asked agrees to whatever the limits allow
	}
	return p.writeNotes(ctx, out, a, estimate, c.json)
}

// confirmNotes says what notes will cost, and asks whether they are wanted at that price.
func (p *program) confirmNotes(ctx context.Context, c annotation, e *agent.AnnotateEstimate) (bool, error) {
	if c.yes || e.Left == 0 {
		return true, nil
	}
	fmt.Fprintln(p.stderr, wrap(printable(e.Text()), p.screens.width, ""))
	if !p.screens.stdin || !p.screens.stderr {
		return false, errors.New("nothing was sent: --yes begins without a question")
	}
	fmt.Fprint(p.stderr, "Begin? (yes or no): ")
	said := newLineReader(p.stdin).next(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if !strings.EqualFold(strings.TrimSpace(said.text), "yes") {
		fmt.Fprintln(p.stderr, "Nothing was sent.")
		return false, nil
	}
	return true, nil
}

// writeNotes has the notes written for what was agreed to, nil for no bound, and tells what
// came of it also where that ended early, unless it never began.
func (p *program) writeNotes(ctx context.Context, out *output, a *agent.Agent, agreed *agent.AnnotateEstimate, asJSON bool) error {
	line := p.progress()
	defer line.clear()
	s, err := a.Annotate(ctx, "", agreed, func(s agent.AnnotateState) { line.say(s.Text()) })
	line.clear()
	if asJSON {
		return cmp.Or(err, writeJSON(out, s))
	}
	if err != nil && s.Chunks == 0 {
		return err
	}
	if _, broken := io.WriteString(out, wrap(s.Text(), p.screens.width, "")+"\n"); broken != nil {
		return broken
	}
	return err
}

// noteStore is where notes of models are kept, nil where there is no place for them.
func (p *program) noteStore() annotate.Store {
	folder := settings.Locate(p.environ, p.folders).Notes
	if folder == "" {
		return nil
	}
	return store.NewNotes(folder)
}

// addAnnotator sets where the notes of models are kept, and the model that writes them
// where there is an endpoint. Those that it wrote before are used without one, too, as
// long as the settings name it.
func (p parts) addAnnotator(o *agent.Options) error {
	o.Annotate.Store = p.notes
	named := p.settings.Endpoint()
	if p.notes == nil || !named.Named && p.endpoint == nil {
		return nil
	}
	if p.endpoint != nil {
		named = *p.endpoint
	}
	model := cmp.Or(p.settings.AnnotateModel, named.Model)
	o.ModelNotes = annotate.NewShelf(p.notes, model, o.Prompts.Annotate).Of
	if p.endpoint == nil {
		return nil
	}
	writer, err := openai.New(openai.Options{
		BaseURL: named.BaseURL, Key: named.Key, Model: model, Client: clientFor(named, p.person.asks.to(lsp.UseNotes)),
	})
	if err != nil {
		return err
	}
	s := p.settings
	o.Annotate.Model, o.Annotate.Host = writer, named.Host()
	o.Annotate.Price = annotate.Price{In: annotate.Money(s.ModelPriceIn), Out: annotate.Money(s.ModelPriceOut)}
	o.Annotate.Limits = annotate.Limits{Calls: int(s.AnnotateCalls), Tokens: int64(s.AnnotateTokens), Money: annotate.Money(s.AnnotateMoney)}
	return nil
}

// pathIn is a path that the user named as the target calls it, "" for the folder that is
// read: one that lies in that, or else as it was named.
func (t target) pathIn(name string) string {
	if within, err := filepath.Rel(t.folder, name); filepath.IsAbs(name) && err == nil && filepath.IsLocal(within) {
		name = within
	}
	name = filepath.ToSlash(filepath.Clean(name))
	if name == "." {
		return ""
	}
	return name
}
