package pdf_test

import (
	"testing"
	"time"

	"docuquest/core/document/pdf"
)

// Documents of which nothing comes may take a minute together: each gets a part of what
// is left of it, so that the last are given up in no time, and it comes back.
func TestPatience(t *testing.T) {
	r := pdf.NewLimited(reader, pdf.Limits{Time: 10 * time.Second})
	now := time.Now()
	part, all, tried := pdf.Waste(r, now, 0), time.Duration(0), 0
	if part != 10*time.Second {
		t.Errorf("the first document may take %v", part)
	}
	for ; part > 0; part = pdf.Waste(r, now, part) {
		all += part
		tried++
	}
	if all < 50*time.Second || time.Minute < all || tried < 10 {
		t.Errorf("%d documents took %v together before the others are given up", tried, all)
	}
	d := parse(t, r, write(hello))
	if got := problems(d); got != "was given up: other PDFs here that could not be read took too long; move those away, or index again later" || !d.Problems[0].Passing {
		t.Errorf("then one has %q", got)
	}
	if part := pdf.Waste(r, now.Add(10*time.Minute), 0); part != 10*time.Second {
		t.Errorf("ten minutes later the next may take %v", part)
	}
	checkStillReads(t, reader)
}
