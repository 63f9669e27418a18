package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Record is a run that is kept, so that others can be compared with it.
type Record struct {
	Settings Settings      `json:"settings"`
	Sets     []RecordedSet `json:"sets"`
}

// Settings say what was measured.
type Settings struct {
	Version string   `json:"version"`           // of the program
	Commit  string   `json:"commit,omitempty"`  // that it was built from; "" where that is not known
	With    []string `json:"with,omitempty"`    // what was used beyond the built-in parts
	Without []string `json:"without,omitempty"` // the signals that documents were ranked without
}

// String returns for example "docuquest 1.2, commit 4b3fd6f0a1c2, with vectors, without
// cosine".
func (s Settings) String() string {
	text := "docuquest " + s.Version
	if s.Commit != "" {
		text += ", commit " + s.Commit
	}
	if len(s.With) > 0 {
		text += ", with " + strings.Join(s.With, ", ")
	}
	if len(s.Without) > 0 {
		text += ", without " + strings.Join(s.Without, ", ")
	}
	return text
}

// A RecordedSet is the result of one collection.
type RecordedSet struct {
	Name    string           `json:"name"`
	Seconds float64          `json:"seconds"`
	LeftOut int              `json:"left_out,omitempty"` // as in Set
	Figures []RecordedFigure `json:"figures"`
	// Questions hold for each question what it adds to the figures, by the
	// figures' names. A figure that no question has is no mean.
	Questions map[string]map[string]float64 `json:"questions"`
}

// A RecordedFigure is a Figure without its scores.
type RecordedFigure struct {
	Name      string  `json:"name"`
	Value     float64 `json:"value"`
	Questions int     `json:"questions"`
}

// Record makes a record of a report that was measured with the settings.
func (r Report) Record(settings Settings) Record {
	record := Record{Settings: settings}
	for _, s := range r.Sets {
		set := RecordedSet{Name: s.Name, Seconds: s.Elapsed.Seconds(), LeftOut: s.LeftOut, Questions: map[string]map[string]float64{}}
		for _, f := range s.all() {
			set.Figures = append(set.Figures, RecordedFigure{f.Name, f.Value, f.Questions})
			for _, score := range f.Scores {
				set.addScore(f.Name, score)
			}
		}
		record.Sets = append(record.Sets, set)
	}
	return record
}

// addScore keeps a score under the name of its question. A second question of the
// same name gets a number, so that none is lost.
func (s *RecordedSet) addScore(figure string, score Score) {
	name := score.Question
	for n := 2; ; n++ {
		scores := s.Questions[name]
		if scores == nil {
			scores = map[string]float64{}
			s.Questions[name] = scores
		}
		if _, taken := scores[figure]; !taken {
			scores[figure] = score.Value
			return
		}
		name = fmt.Sprintf("%s (%d)", score.Question, n)
	}
}

// recordForm names the form of a record. Another form gets another name, so that
// nothing is read as what it is not.
const recordForm = "docuquest eval 1"

// writtenRecord is a record in a file.
type writtenRecord struct {
	Form string `json:"form"`
	Record
}

// Write writes the record as JSON.
func (r Record) Write(w io.Writer) error { return WriteJSON(w, writtenRecord{recordForm, r}) }

// ReadRecord reads what Write wrote. An error names what no run can hold.
func ReadRecord(r io.Reader) (Record, error) {
	var in writtenRecord
	if err := json.NewDecoder(r).Decode(&in); err != nil {
		return Record{}, fmt.Errorf("this is no recorded run: %w", err)
	}
	if in.Form != recordForm {
		return Record{}, fmt.Errorf("this is no recorded run: its form is %q, not %q", in.Form, recordForm)
	}
	if len(in.Sets) == 0 {
		return Record{}, errors.New("the recorded run holds no set")
	}
	names := map[string]bool{}
	for _, s := range in.Sets {
		if names[s.Name] {
			return Record{}, fmt.Errorf("the recorded run holds the set %q twice", s.Name)
		}
		names[s.Name] = true
		if err := s.check(); err != nil {
			return Record{}, fmt.Errorf("set %q: %w", s.Name, err)
		}
	}
	return in.Record, nil
}

// check refuses what no run gives, so that everything can be calculated with.
func (s RecordedSet) check() error {
	names := map[string]bool{}
	for _, f := range s.Figures {
		if names[f.Name] {
			return fmt.Errorf("%s occurs twice", f.Name)
		}
		names[f.Name] = true
		if err := checkShare(f.Name, f.Value); err != nil {
			return err
		}
	}
	for question, scores := range s.Questions {
		for figure, value := range scores {
			if err := checkShare(figure, value); err != nil {
				return fmt.Errorf("question %q: %w", question, err)
			}
		}
	}
	return nil
}

func checkShare(figure string, value float64) error {
	if value < 0 || 1 < value {
		return fmt.Errorf("%s is %v: it may be 0 to 1", figure, value)
	}
	return nil
}
