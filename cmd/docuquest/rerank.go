package main

import (
	"errors"
	"flag"
	"strconv"
	"time"

	"docuquest/core/agent"
	"docuquest/core/search/rerank"
	reranking "docuquest/core/search/rerank/http"
	"docuquest/core/search/rerank/lexical"
	"docuquest/core/search/rerank/listwise"
	"docuquest/core/services/outside"
	"docuquest/core/settings"
	"docuquest/lsp"
)

// addRerankers sets who reads the best passages once more. The models have to be set.
func (p parts) addRerankers(o *agent.Options) (err error) {
	o.LocalReranker = lexical.New(lexical.Simple)
	o.Reranker = o.LocalReranker
	e := p.settings.RerankEndpoint()
	switch {
	case e.Named:
		o.Reranker, err = serviceReranker(e, p.person.asks.to(lsp.UseAnswers))
	case p.settings.Reranker == "service":
		err = errNoRerankURL
	case p.settings.Reranker == "model" && o.Model != nil:
		o.Reranker = listwise.Reranker{Model: o.Model, Prompt: o.Prompts.Rerank}
	}
	return err
}

// errNoRerankURL says what the reranker "service" needs.
var errNoRerankURL = errors.New(`reranker is "service", and no service is named: set rerank_url in config.toml, or DOCUQUEST_RERANK_URL`)

// rerankPatience is how long an answer waits for a service that reranks. Then it goes
// on with the passages as they were found.
const rerankPatience = 20 * time.Second

func serviceReranker(e settings.Endpoint, c outside.Consent) (rerank.Reranker, error) {
	client := outside.New(outside.Options{
		Secrets: []outside.Secret{e.Key}, PlainHosts: e.PlainHosts(), Consent: c,
		Timeouts: outside.Timeouts{Header: rerankPatience, Total: rerankPatience},
	})
	return reranking.New(reranking.Options{BaseURL: e.BaseURL, Key: e.Key, Model: e.Model, Client: client})
}

// thresholdFlag defines --threshold.
func thresholdFlag(flags *flag.FlagSet, threshold *float64) {
	flags.Func("threshold", "leave out passages whose confidence is below `T`, 0 to 1", func(value string) error {
		t, err := strconv.ParseFloat(value, 64)
		if err != nil || !(0 <= t && t <= 1) {
			return errors.New("it may be 0 to 1")
		}
		*threshold = t
		return nil
	})
}
