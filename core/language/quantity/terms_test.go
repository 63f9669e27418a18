package quantity_test

import (
	"strings"
	"testing"

	"docuquest/core/language/quantity"
)

// describeTerms gives each figure with where it stands: "5 Jan 2024=2024-01-05<2024-01".
func describeTerms(s string) string {
	var all []string
	for f := range quantity.Terms(s) {
		one := f.Span.Of(s) + "=" + f.Form
		if f.Coarse != "" {
			one += "<" + f.Coarse
		}
		all = append(all, one)
	}
	return strings.Join(all, " | ")
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"years first", "2024-01-05, 2024/1/5", "2024-01-05=2024-01-05<2024-01 | 2024/1/5=2024-01-05<2024-01"},
		{"with a time", "at 2024-01-05T10:00Z", "2024-01-05=2024-01-05<2024-01"},
		{"in the name of a file", "log_2024-01-05-2.txt in posts/2024/01/05/", "2024-01-05=2024-01-05<2024-01 | 2024/01/05=2024-01-05<2024-01"},
		{"a month", "since 2024-01.", "2024-01=2024-01"},
		{"two marks", "2024-01/05", "2024-01=2024-01"},
		{"no such day or month", "2024-13-05 2024-00-10 2024-01-32 2024-13 3024-01-05", ""},
		{"no date at all", "2024-1234 2024-001-05 2024-1-2024 x2024-01-05 10-2024-01", ""},
		{"days first", "15/01/2024 5.1.2024 15-1-2024", "15/01/2024=2024-01-15<2024-01 | 5.1.2024=2024-01-05<2024-01 | 15-1-2024=2024-01-15<2024-01"},
		{"months first", "01/15/2024", "01/15/2024=2024-01-15<2024-01"},
		{"the same either way", "01/01/2024", "01/01/2024=2024-01-01<2024-01"},
		{"day or month", "05/01/2024 01-05-2024", ""},
		{"more than a date", "3/15/01/2024 15/01/2024/7", ""},

		{"days before months", "5 January 2024, 5th of January, 2024", "5 January 2024=2024-01-05<2024-01 | 5th of January, 2024=2024-01-05<2024-01"},
		{"months before days", "January 5th, 2024; january 5 2024", "January 5th, 2024=2024-01-05<2024-01 | january 5 2024=2024-01-05<2024-01"},
		{"cut names", "5 Jan 2024 Sept. 3, 2024 05-Jan-2024 5/JAN/2024:10", "5 Jan 2024=2024-01-05<2024-01 | Sept. 3, 2024=2024-09-03<2024-09 | 05-Jan-2024=2024-01-05<2024-01 | 5/JAN/2024=2024-01-05<2024-01"},
		{"months", "in January 2024 or Feb. 2024 or March, 2024", "January 2024=2024-01 | Feb. 2024=2024-02 | March, 2024=2024-03"},
		{"over the end of a line", "on January 5,\n2024 and 5\u00A0January\u00A02024", "January 5,\n2024=2024-01-05<2024-01 | 5\u00A0January\u00A02024=2024-01-05<2024-01"},
		{"a sentence ends", "It was January. 2024 began.", ""},
		{"a number before a month", "in chapter 5, January 2024", "January 2024=2024-01"},
		{"no day before a month", "1999 May 2024, 45 May 2024", "May 2024=2024-05 | May 2024=2024-05"},
		{"no month", "5 Brumaire 2024, 5 Hemingjan 2024, Jan 5 20245, éjan 2024, 12 2024, Jan2024", ""},
		{
			"all months", "jan 2001 feb 2001 mar 2001 apr 2001 may 2001 jun 2001 jul 2001 aug 2001 sep 2001 oct 2001 nov 2001 dec 2001",
			"jan 2001=2001-01 | feb 2001=2001-02 | mar 2001=2001-03 | apr 2001=2001-04 | may 2001=2001-05 | jun 2001=2001-06 | jul 2001=2001-07 | aug 2001=2001-08 | sep 2001=2001-09 | oct 2001=2001-10 | nov 2001=2001-11 | dec 2001=2001-12",
		},
		{
			"by their whole names", "June 2001 July 2001 August 2001 October 2001 November 2001 December 2001 February 2001 April 2001 September 2001",
			"June 2001=2001-06 | July 2001=2001-07 | August 2001=2001-08 | October 2001=2001-10 | November 2001=2001-11 | December 2001=2001-12 | February 2001=2001-02 | April 2001=2001-04 | September 2001=2001-09",
		},
		{"German", "am 12. März 1950, 5 Dez. 2024, im Mai 2024, Januar 2024", "12. März 1950=1950-03-12<1950-03 | 5 Dez. 2024=2024-12-05<2024-12 | Mai 2024=2024-05 | Januar 2024=2024-01"},
		{"French and Spanish", "le 1er août 2024, 5 de enero de 2024, febrero de 2024", "1er août 2024=2024-08-01<2024-08 | 5 de enero de 2024=2024-01-05<2024-01 | febrero de 2024=2024-02"},
		{"Japanese and Chinese", "2024年1月5日と2024年12月", "2024年1月5日=2024-01-05<2024-01 | 2024年12月=2024-12"},
		{"names that are other words", "the rover Mars 2020 and 5 mars 2020", "5 mars 2020=2020-03-05<2020-03"},
		{"a sentence that ends in a number", "It was rule 5. January 2024 began.", "January 2024=2024-01"},
		{"one after the other", "1.5 January 2024", "1.5=1.5 | January 2024=2024-01"},

		{"fiscal years", "FY2023, FY 2023, fy2023 and FY2023Q1", "FY2023=FY2023 | FY 2023=FY2023 | fy2023=FY2023 | FY2023=FY2023"},
		{"fiscal years in words", "Fiscal Year 2023, fiscal 2023, financial year 2023, in fiscal\n2023", "Fiscal Year 2023=FY2023 | fiscal 2023=FY2023 | financial year 2023=FY2023 | fiscal\n2023=FY2023"},
		{"short fiscal years", "FY23 FY 23 FY-23 FY'23 FY’23 fy99", "FY23=FY2023 | FY 23=FY2023 | FY-23=FY2023 | FY'23=FY2023 | FY’23=FY2023 | fy99=FY1999"},
		{"no fiscal year", "year 2023, fiscal, 2023, fiscal 23, the leafy 2023, xFY2023, FY20234, FY3, FY 123, fiscal week 2023", ""},
		{"a month of a fiscal year", "fiscal January 2024", "January 2024=2024-01"},

		{"versions", "v1.26.0 go1.26rc1 1.26. dev2.5", "v1.26.0=1.26.0<1.26 | 1.26=1.26 | 1.26=1.26 | 2.5=2.5"},
		{"addresses", "192.168.0.1:80", "192.168.0.1=192.168.0.1<192.168"},
		{"years of versions", "2024.01.05", "2024.01.05=2024.01.05<2024.01"},
		{"decimals", "3.14 or 50.5% or $0.99", "3.14=3.14 | 50.5=50.5 | 0.99=0.99"},
		{"measured too well", "3.14159", ""},
		{"too many parts", "1.2.3.4.5.6.7.8.9", ""},
		{"too long", strings.Repeat("1", 38) + ".2.3", ""},
		{"no full stop between", "1..2 1. 2 .5 1.a", ""},

		{"groups of digits", "1,234,567 people, 1_000_000, 1\u00A0234, 12\u202F345", "1,234,567=1234567 | 1_000_000=1000000 | 1\u00A0234=1234 | 12\u202F345=12345"},
		{"with a decimal", "$1,234.50, 1,234.5.6 and 1,234.5678", "1,234.50=1234.50 | 1,234=1234 | 1,234=1234"},
		{"before more text", "1,234, and 1,234,x", "1,234=1234 | 1,234=1234"},
		{"no groups", "12,34 1,2345 1234,567 0,123 5,123,7 12 345 a1,234 x_100_200", ""},
		{"a full stop and a comma", "7.1,234", "7.1=7.1"},
		{"nothing", "", ""},
		{"digits alone", "7 2024 1234567 5th utf8 x1", ""},
		{"scripts without spaces", "在2024-01-05发布1,234次", "2024-01-05=2024-01-05<2024-01 | 1,234=1234"},
	} {
		if got := describeTerms(c.in); got != c.want {
			t.Errorf("%s: Terms(%q)\n got %s\nwant %s", c.why, c.in, got, c.want)
		}
	}
}

func TestTermsStop(t *testing.T) {
	n := 0
	for range quantity.Terms("1.2 and 3.4") {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d figures after the loop ended", n)
	}
}

// Figures stand in order inside of the text and do not overlap, and the form of one
// reads as itself.
func FuzzTerms(f *testing.F) {
	for _, s := range []string{
		"on January 5th, 2024 (v1.26.0)", "1,234,567.89", "5\u00A0Sept. 2024/05.01.2024", "v5.1.2024",
		"FY2023/24", "1.fiscal year 2023", "FY'99",
		"2024-01-05-2024-1,234_567", "à 2024", "\xc2\xa02024", "1\u2009234\u00A0567", "31/12/1999.1.1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for figure := range quantity.Terms(s) {
			if figure.Span.Start < end || figure.Span.End <= figure.Span.Start || len(s) < figure.Span.End {
				t.Fatalf("Terms(%q): %v behind %d", s, figure.Span, end)
			}
			end = figure.Span.End
			again := describeTerms(figure.Form)
			want := figure.Form + "=" + figure.Form
			if figure.Coarse != "" {
				want += "<" + figure.Coarse
			}
			if again != want && strings.Trim(figure.Form, "0123456789") != "" {
				t.Fatalf("Terms(%q): %q reads as %q, want %q", s, figure.Form, again, want)
			}
			if !strings.HasPrefix(figure.Form, figure.Coarse) {
				t.Fatalf("Terms(%q): %q is no beginning of %q", s, figure.Coarse, figure.Form)
			}
		}
	})
}

// BenchmarkTerms reads prose with a year and a few numbers a line.
func BenchmarkTerms(b *testing.B) {
	s := strings.Repeat("On 5 January 2024 the gate of 12 towers fell, for 1,234 crowns; in 1912 it had been built by v1.2.3 of them.\n", 1000)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		for range quantity.Terms(s) {
			continue
		}
	}
}
