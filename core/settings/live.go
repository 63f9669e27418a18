package settings

import "reflect"

// anyValue is a Field.Live that every value is.
const anyValue = "any"

// Live are the settings that may change in a session, by name, each with its Field.Live.
// They are about what is shown and how a question is asked. Nobody can see whether a
// workspace wrote what an editor says, so addresses, keys, models, prompts and budgets are
// none of them; and where a setting has more sent than another value of it does, a session
// changes to what sends less, and back to what it began with.
func Live() map[string]string {
	live := map[string]string{}
	for _, f := range fields {
		if f.Live != "" {
			live[f.Name] = f.Live
		}
	}
	return live
}

// Change gives the settings of a session that began with s, and hears from its editor what
// has changed: a JSON object, as InitializationOptions are. What it does not name, or names
// with "", is as the session began with it, and so is what may not change, of which a
// warning says so. The error is that of Load; nothing has changed then.
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

// mayBecome reports whether a value may be that of the field in a session that began with
// some settings.
func (f Field) mayBecome(value any, began Settings) bool {
	if f.Live == "" || f.Live == anyValue {
		return f.Live == anyValue
	}
	return value == f.Live || value == reflect.ValueOf(began).FieldByIndex(f.index).Interface()
}
