package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Objects are read however a model writes them.
func TestObjects(t *testing.T) {
	type object = map[string]any
	for reply, want := range map[string][]object{
		"":               nil,
		"no object here": nil,
		`{"a": "b"}`:     {{"a": "b"}},
		"<think>{\"x\": 1}</think>Here:\n```json\n{\"A\": [1, true, null]}\n```": {{"a": []any{"1", "true", nil}}},
		`{"a": "b"} and {"c": {"d": "e"}}`:                                       {{"a": "b"}, {"c": object{"d": "e"}}},
		`[{"a": "b"}, {"c": "d"}]`:                                               {{"a": "b"}, {"c": "d"}},
		`{"a": ["b", "c`:                                                         {{"a": []any{"b", "c"}}},
		`{'a': 'b',}`:                                                            {{"a": "b"}},
	} {
		if diff := cmp.Diff(want, Objects(reply)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", reply, diff)
		}
	}
}

// Whatever a reply holds, reading it ends, and values are plain.
func FuzzObjects(f *testing.F) {
	for _, seed := range []string{`{"a": "b"}`, "{{[", "[[[[{", `{"a":{"a":{"a":1}}`, "```", `["x"`, "<think>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		for _, o := range Objects(reply) {
			checkPlain(t, o)
		}
	})
}

func checkPlain(t *testing.T, value any) {
	switch v := value.(type) {
	case nil, string:
	case []any:
		for _, item := range v {
			checkPlain(t, item)
		}
	case map[string]any:
		for _, item := range v {
			checkPlain(t, item)
		}
	default:
		t.Errorf("%T is not plain", v)
	}
}
