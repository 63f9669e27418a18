package structured

import (
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// Records reads what files state under keys: front matter and headers at the top of a text,
// and all of a JSON, YAML or TOML file. The zero value is ready to use, by any number of
// goroutines at once.
type Records struct{}

// How much of a file becomes fields.
const (
	mostNested  = 6   // objects around a value that has a field
	mostFields  = 400 // of one record
	mostRecords = 50_000
)

// Records implements [document.RecordReader]. A file that breaks the rules of its format has no
// records; front matter that does so has the lines "key: value" that it has.
func (Records) Records(d *document.Document) (all document.Records) {
	defer func() {
		if fault := recover(); fault != nil { // of a library
			all = document.Records{}
		}
	}()
	whole := text.Span{End: len(d.Text)}
	switch d.Language {
	case "json", "jsonc", "jsonl":
		return recordsOf(valuesOfJSON(d.Text, whole))
	case "yaml":
		return recordsOf(valuesOfYAML(d.Text, whole))
	case "toml":
		return recordsOf(valuesOfTOML(d.Text, whole))
	case "csv", "tsv":
		return all
	}
	if front, ok := document.FindFront(d.Text); ok {
		all.Origin = document.OfFrontMatter
		values := valuesOfTOML(d.Text, front.Body)
		if front.Language == "yaml" {
			values = valuesOfYAML(d.Text, front.Body)
		}
		if len(values) == 1 {
			all.Whole.Fields = fieldsOf(values[0])
		} else {
			all.Whole.Fields = document.HeaderFields(front.Body.Of(d.Text))
			for i := range all.Whole.Fields {
				f := &all.Whole.Fields[i]
				f.Span = f.Span.Shift(front.Body.Start)
				for k := range f.Values {
					f.Values[k].Span = f.Values[k].Span.Shift(front.Body.Start)
				}
			}
		}
		return all
	}
	if fields := document.HeaderFields(d.Text); len(fields) > 0 {
		return document.Records{Origin: document.OfHeader, Whole: document.Record{Fields: fields}}
	}
	return all
}

// A value is a value of a file as a record needs it, with the key that names it if it has one.
type value struct {
	kind     kind // literal, list or object
	key      string
	span     text.Span // from the key to the end of the value
	text     string    // of a literal, "" for null
	at       text.Span // of a literal, without quotes
	children []value
}

// recordsOf makes records of the values at the top of a file: one as a rule, a record each where
// there are several. What a single key holds is the file's record; the list of records is the
// longest that lies in it, of objects that share a key.
func recordsOf(values []value) document.Records {
	all := document.Records{Origin: document.OfKeys}
	if len(values) > 1 {
		all.Items = itemsOf(value{kind: list, children: values})
		return all
	}
	if len(values) == 0 {
		return document.Records{}
	}
	top := values[0]
	for top.kind == object && len(top.children) == 1 && top.children[0].kind != literal {
		top = top.children[0]
	}
	all.Items, all.Listed = itemsOf(top), top.key
	if top.kind == object {
		all.Whole = document.Record{Name: top.key, Fields: fieldsOf(top)}
		for _, child := range top.children {
			if items := itemsOf(child); len(items) > len(all.Items) {
				all.Items, all.Listed = items, child.key
			}
		}
	}
	return all
}

// itemsOf returns the records of a list of objects, or of an object of at least three objects that
// share a key; none of any other value.
func itemsOf(v value) []document.Record {
	const leastNamed = 3
	isOther := func(c value) bool { return c.kind != object || len(c.children) == 0 }
	if v.kind == literal || len(v.children) == 0 || len(v.children) > mostRecords || slices.ContainsFunc(v.children, isOther) {
		return nil
	}
	if v.kind == object {
		sharesKey := func(c value) bool {
			return slices.ContainsFunc(c.children, func(m value) bool {
				return slices.ContainsFunc(v.children[0].children, func(first value) bool { return first.key == m.key })
			})
		}
		if len(v.children) < leastNamed || !sharesKey(v.children[1]) || !sharesKey(v.children[len(v.children)-1]) {
			return nil
		}
	}
	items := make([]document.Record, len(v.children))
	for i, c := range v.children {
		items[i] = document.Record{Name: c.key, Fields: fieldsOf(c)}
	}
	return items
}

// fieldsOf returns the fields of an object.
func fieldsOf(v value) []document.Field {
	f := fielder{index: map[string]int{}}
	f.add(v, "", 0, false)
	return f.fields
}

// A fielder collects the fields of a record.
type fielder struct {
	fields []document.Field
	index  map[string]int // of the fields by their keys
}

// add adds the members of an object below a key; inList reports that a list around it may have
// more of the same keys.
func (f *fielder) add(v value, prefix string, depth int, inList bool) {
	for _, member := range v.children {
		key := member.key
		if prefix != "" {
			key = prefix + "." + key
		}
		switch {
		case member.key == "" || len(f.fields) == mostFields:
		case member.kind == object && len(member.children) > 0:
			if depth+1 < mostNested {
				f.add(member, key, depth+1, inList)
			}
		default:
			f.put(key, member, depth, inList)
		}
	}
}

// put adds a literal or a list, or its values to the field that has the key.
func (f *fielder) put(key string, v value, depth int, inList bool) {
	at, isKnown := f.index[key]
	if !isKnown {
		at = len(f.fields)
		f.index[key] = at
		f.fields = append(f.fields, document.Field{Key: key, Span: v.span, IsList: inList || v.kind != literal})
	}
	var each func(v value)
	each = func(v value) {
		switch {
		case v.kind == literal && strings.TrimSpace(v.text) != "":
			f.fields[at].Values = append(f.fields[at].Values, document.FieldValue{Text: v.text, Span: v.at})
		case v.kind == list:
			for _, item := range v.children {
				each(item)
			}
		case v.kind == object && depth+1 < mostNested:
			f.add(v, key, depth+1, true)
		}
	}
	each(v)
}

// valuesOfJSON returns the values of a stretch of JSON, none where it is not JSON.
func valuesOfJSON(s string, stretch text.Span) []value {
	r := newJSONReader(s)
	nodes, err := r.read(stretch)
	if err != nil {
		return nil
	}
	var convert func(nodes []node) []value
	convert = func(nodes []node) []value {
		var values []value
		for _, n := range nodes {
			v := value{kind: n.kind, key: n.key, span: n.span, at: n.value}
			switch n.kind {
			case comment:
				continue
			case quoted:
				v.kind, v.text = literal, decode(s, n.value)
			case literal:
				if v.text = n.value.Of(s); v.text == "null" || strings.HasPrefix(v.text, "{") || strings.HasPrefix(v.text, "[") {
					v.text = ""
				}
			default:
				v.children = convert(n.children)
			}
			values = append(values, v)
		}
		return values
	}
	return convert(nodes)
}
