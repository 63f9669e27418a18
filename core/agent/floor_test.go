package agent

import "testing"

// A session that lasts is calibrated before its first question, any other one by the
// question that needs it.
func TestCalibratedAhead(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	if a.calibrated.known {
		t.Error("files that are not followed were calibrated before any question")
	}
	if _, err := a.Ask(t.Context(), Question{Text: "gold ring"}, nil); err != nil || !a.calibrated.known {
		t.Errorf("%v, calibrated by the question: %v", err, a.calibrated.known)
	}

	lasting := start(t, folderOf(t, libraryFiles), Options{})
	lasting.state.watch(true)
	if err := lasting.Load(t.Context(), nil); err != nil || !lasting.calibrated.known {
		t.Errorf("%v, calibrated by reading: %v", err, lasting.calibrated.known)
	}
}
