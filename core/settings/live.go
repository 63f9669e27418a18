package settings

import "reflect"

// anyValue is the Field.Live of a field that may take every value.
const anyValue = "any"

// Live returns the settings that may change in a session, by name, each with its
// Field.Live. They control how a question is asked and how answers are shown. What an
// editor sends may come from the workspace, so addresses, keys, models, prompts and budgets
// are not among them. Where one value of a setting sends more text than another, a session
// may change to the value that sends less, and back to the value it began with.
func Live() map[string]string {
	live := map[string]string{}
	for _, f := range fields {
		if f.Live != "" {
			live[f.Name] = f.Live
		}
	}
	return live
}

// Change returns the settings of a session that began with s after its editor has sent a
// JSON object of changes, as in InitializationOptions. A setting that the object does not
// name, or sets to "", has its value from the beginning of the session; so has a setting
// that may not change, with a warning. The errors are those of Load; then nothing changes.
func (s Settings) Change(options []byte) (Settings, []Warning, error) {
	from, err := editorLayer("workspace/didChangeConfiguration", options)
	if err != nil {
		return s, nil, err
	}
	l := loader{settings: s}
	for _, f := range fields {
		value, given := from.values[f.Name]
		if !given || f.Name == "" {
			continue
		}
		if value == "" {
			delete(from.values, f.Name)
		} else if !f.mayBecome(value, s) {
			delete(from.values, f.Name)
			l.warn("%s: %s stays as this session began with it; another value needs a new session", from.where, f.Name)
		}
	}
	if err := l.apply(from); err != nil {
		return s, nil, err
	}
	return l.settings, l.warnings, nil
}

// mayBecome reports whether the field may take a value in a session that began with some
// settings.
func (f Field) mayBecome(value any, began Settings) bool {
	if f.Live == "" || f.Live == anyValue {
		return f.Live == anyValue
	}
	return value == f.Live || value == reflect.ValueOf(began).FieldByIndex(f.index).Interface()
}
