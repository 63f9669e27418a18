package quantity_test

import (
	"strings"
	"testing"

	"docuquest/core/language/quantity"
)

// describe gives each quantity of a text with where it is: "12 kg=12 kg"; one that may be no quantity has
// a "?" behind it.
func describe(s string) string {
	var all []string
	for _, q := range quantity.Find(s) {
		one := q.Text + "=" + q.String()
		if !q.Sure {
			one += "?"
		}
		all = append(all, one)
	}
	return strings.Join(all, " | ")
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"nothing", "no number at all", ""},
		{"digits", "4,116 beads and 1.500.000 and 12 500 more", "4,116=4116 | 1.500.000=1500000 | 12 500=12500"},
		{"more signs that group", "1'234'567 or 1_234_567 or 15,00,000", "1'234'567=1234567 | 1_234_567=1234567 | 15,00,000=1500000"},
		{"decimals", "2.3 and 2,3 and .5 and 1,234.50", "2.3=2.3 | 2,3=2.3 | 5=0.5 | 1,234.50=1234.5"},
		{"a full stop that may group or not", "it takes 1.500 seconds", "1.500 seconds=1.500 s"},
		{"a German full stop", "das ist von der Maschine: 1.500 kg und 2,345 m", "1.500 kg=1500 kg | 2,345 m=2.345 m"},
		{"signs", "-40 or −40 or minus 40, pages 10 -40, a-40", "-40=-40 | −40=-40 | minus 40=-40 | 10=10 | -40=-40 | 40=40"},
		{"words that multiply", "1.5 million; 2 hundred; $12m, 3 bn", "1.5 million=1500000 | 2 hundred=200 | $12m=12000000 $ | 3=3"},
		{"fractions", "2½ hours and half an hour and an hour and a half, two and a half years", "2½ hours=2.5 h | half an hour=0.5 h | an hour and a half=1.5 h | two and a half years=2.5 year"},
		{"spelled", "three hundred and twenty-one, two dozen, the third, one of them, a second", "three hundred and twenty-one=321 | two dozen=24 | third=3 | one=1? | second=2?"},
		{"other languages", "Das ist der Preis von dreiundzwanzig Tonnen. ", "dreiundzwanzig Tonnen=23 t"},
		{"French", "le prix de la machine est de vingt-cinq mille euros", "vingt-cinq mille euros=25000 €"},
		{"Spanish", "el precio de la casa es de tres millones de euros", "tres millones=3000000"},
		{"Chinese and Japanese", "三百五十公斤 and 150万円, 5公里以上", "三百五十公斤=350 kg | 150万円=1500000 ¥ | 5公里=5 km"},
		{"characters of words", "一般に一つ", "一=1? | 一=1?"},

		{"units", "12mg/kg, 3-year-old, 12 per cent, 5 km per hour, 12 m², 3 square metres, 5'", "12mg/kg=12 mg/kg | 3-year=3 year | 12 per cent=12 % | 5 km per hour=5 km/h | 12 m²=12 m2 | 3 square metres=3 m2 | 5=5"},
		{"a day that divides", "5 km a day, 3 m a day later, 3 m a piece", "5 km a day=5 km/d | 3 m=3 m | 3 m=3 m"},
		{"money", "$5, 5 $, USD 5, €1.5 million, 12 pounds, US$3", "$5=5 $ | 5 $=5 $ | USD 5=5 $ | €1.5 million=1500000 € | 12 pounds=12 lb | US$3=3 $"},
		{"the unit of a list", "10, 20 or 30 mg", "10=10 mg | 20=20 mg | 30 mg=30 mg"},
		{"two units", "1 h 30 min and 5 ft 3 in, 2 years and 3 months, 1 hour 90 minutes", "1 h 30 min=1.5 h | 5 ft=5 foot | 3=3 | 2 years and 3 months=2.25 year | 1 hour=1 h | 90 minutes=90 min"},
		{"years are no seconds", "in the 1990s", "1990=1990"},
		{"ranges", "10–12 kg; 1914-1918; 12-10; 5 to 7 m", "10–12 kg=10–12 kg | 1914-1918=1914–1918 | 12=12 | 10=10 | 5=5 m | 7 m=7 m"},

		{"dates", "1950-03-12, 12 March 1950, March 1950, 05/01/1950, 12. März 1950", "1950-03-12=1950-03-12 | 12 March 1950=1950-03-12 | March 1950=1950-03 | 05/01/1950=1950-05-01 or 1950-01-05 | 12. März 1950=1950-03-12"},
		{"quarters", "Q2 2023, 2023 Q2, the second quarter of 2023, 3rd quarter 2023, Q4 FY2023, Q1", "Q2 2023=2023-Q2 | 2023 Q2=2023-Q2 | second quarter of 2023=2023-Q2 | 3rd quarter 2023=2023-Q3 | Q4 FY2023=FY2023-Q4 | Q1=-Q1"},
		{"fiscal years", "FY2023, fiscal 2023, FY 23, Geschäftsjahr 2023", "FY2023=FY2023 | fiscal 2023=FY2023 | FY 23=FY2023 | Geschäftsjahr 2023=FY2023"},
		{"months alone", "in March, He may go, May 3. Then June Tarrow", "March=-03 | May=-05 | 3=3 | June=-06?"},
		{"eras", "300 BC, AD 79, the third century B.C., the AD server", "300 BC=-300 | AD 79=0079 | third=3 | B.C.=BC | AD=AD?"},
		{"times", "17:00, 5 pm, 5:30 p.m., 17 Uhr, 09:05:59, 16:9, 25:00", "17:00=17:00 | 5 pm=17:00 | 5:30 p.m.=17:30 | 17 Uhr=17:00 | 09:05:59=09:05 | 16=16 | 9=9 | 25=25 | 00=0"},
		{"times in Japanese", "午後5時30分", "5時30分=17:30"},
		{"versions", "v3.11.0, 1.26.1, v3.11, 3.11", "v3.11.0=v3.11.0 | 1.26.1=v1.26.1 | v3.11=v3.11 | 3.11=3.11"},
	} {
		if got := describe(c.in); got != c.want {
			t.Errorf("%s: Find(%q)\n got %s\nwant %s", c.why, c.in, got, c.want)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		why, a, b string
		want      bool
	}{
		{"tonnes and kilograms", "1.2 t", "1200 kg", true},
		{"other words", "5 km", "5 kilometres", true},
		{"other languages", "5 Kilometer", "5 kilomètres", true},
		{"words that multiply", "1.5 million", "1,500,000", true},
		{"groups", "2 500 000", "2.5 million", true},
		{"a day", "12 March 1950", "1950-03-12", true},
		{"another day", "12 March 1950", "1950-03-13", false},
		{"a fiscal year", "FY2023", "fiscal 2023", true},
		{"a fiscal and a calendar year", "FY2023", "2023", false},
		{"a quarter", "Q2 2023", "second quarter of 2023", true},
		{"another quarter", "Q2 2023", "Q3 2023", false},
		{"versions", "3.11", "v3.11.0", true},
		{"numbers with a zero", "3.1", "3.10", true},
		{"versions with a zero", "v3.1", "v3.10", false},
		{"bytes", "2048 bytes", "2 KiB", true},
		{"other bytes", "2000 bytes", "2 KiB", false},
		{"durations", "90 minutes", "an hour and a half", true},
		{"more durations", "1 h 30 min", "90 minutes", true},
		{"years and months", "2 years", "24 months", true},
		{"times", "5 pm", "17:00", true},
		{"other times", "5 am", "17:00", false},
		{"temperatures", "0 °C", "32 °F", true},
		{"speeds", "36 km/h", "10 m/s", true},
		{"areas", "1 ha", "10,000 square metres", true},
		{"money", "$5", "5 dollars", true},
		{"other money", "$5", "5 €", false},
		{"a pound", "5 pounds", "£5", true},
		{"a number and an amount", "5", "5 kg", false},
		{"what may group or not", "1.500 s", "1500 s", false},
		{"the same full stop", "1.500 s", "1.500 seconds", true},
		{"a date of two readings", "05/01/1950", "5 January 1950", true},
		{"a year", "1950", "1950", true},
		{"unknown units", "5 beads", "5 Beads", true},
		{"eras", "300 BC", "300 B.C.", true},
		{"another era", "300 BC", "AD 300", false},
		{"words", "twelve", "12", true},
	} {
		a, b := parsed(t, c.a), parsed(t, c.b)
		if got := quantity.Equal(a, b); got != c.want || quantity.Equal(b, a) != got {
			t.Errorf("%s: Equal(%q, %q) is %v, want %v", c.why, c.a, c.b, got, c.want)
		}
	}
}

func parsed(t *testing.T, s string) quantity.Quantity {
	t.Helper()
	q, ok := quantity.Parse(s)
	if !ok {
		t.Fatalf("%q is no quantity: %s", s, describe(s))
	}
	return q
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ why, a, b, want string }{
		{"masses", "1.2 t", "900 kg", ">"},
		{"lengths", "5 km", "7 kilometres", "<"},
		{"numbers", "900,000", "1.5 million", "<"},
		{"spaces that group", "2 500 000", "1.5 million", ">"},
		{"dates", "12 March 1950", "1951-04-02", "<"},
		{"a date and a year", "12 March 1950", "1949", ">"},
		{"a year and a day in it", "12 March 1950", "1950", `"12 March 1950" and "1950" overlap`},
		{"quarters", "Q2 2023", "May 2024", "<"},
		{"a mass and money", "900 kg", "20 EUR", `"900 kg" is a mass, and "20 EUR" is an amount of money in €`},
		{"two currencies", "$5", "€5", `"$5" is an amount of money in $, and "€5" is an amount of money in €`},
		{"an amount and a number", "5", "5 kg", `"5" is a number without a unit, and "5 kg" is a mass`},
		{"years and days", "2 years", "90 days", ">"},
		{"a month and days", "1 month", "30 days", `"1 month" and "30 days" overlap`},
		{"ranges", "10–12 kg", "13 kg", "<"},
		{"ranges that overlap", "10–12 kg", "11 kg", `"10–12 kg" and "11 kg" overlap`},
		{"versions", "v3.9", "v3.10", "<"},
		{"a fiscal year", "FY2023", "2024", `"FY2023" is a fiscal year, and "2024" is a number without a unit`},
		{"times", "9:30", "5 pm", "<"},
		{"before Christ", "300 BC", "44 BC", "<"},
		{"ounces and pounds", "20 ounces", "1 lb", ">"},
		{"what is counted", "5 beads", "5 rings", `"5 beads" is a number of beads, and "5 rings" is a number of rings`},
		{"exactly", "0.1 m", "10 cm", "="},
	} {
		a, b := parsed(t, c.a), parsed(t, c.b)
		got := "="
		order, err := quantity.Compare(a, b)
		switch {
		case err != nil:
			got = err.Error()
		case order != 0:
			got = map[bool]string{true: "<", false: ">"}[order < 0]
		}
		if got != c.want {
			t.Errorf("%s: Compare(%q, %q) is %s, want %s", c.why, c.a, c.b, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"12": "12", "1,234.50": "1234.5", "4,53,519": "453519", "−3 °C": "-3 °C", "–3": "-3", "+20%": "20 %", "$ 80.5": "80.5 $",
		"1,5": "1.5", "2013–14": "-", "3 of 4": "-", "$5 each": "-", "5 Jan 2021": "2021-01-05", "Jade": "-", "-": "-", "": "-",
		"100 m hurdles": "-", "5 Points": "5 pp", "12 Monkeys": "12 Monkeys", "3rd": "3", "one": "-", "seven": "7",
		"In 1950 it fell": "-", "$1.5M": "1500000 $", "10 MB": "10 MB", "30 s": "30 s", "AES-128": "-", "8,080": "8080",
	} {
		got := "-"
		if q, ok := quantity.Parse(s); ok {
			got = q.String()
		}
		if got != want {
			t.Errorf("Parse(%q) is %s, want %s", s, got, want)
		}
	}
}

// Whatever two texts hold, their quantities are in them and in order, and comparing is fair.
func FuzzFind(f *testing.F) {
	f.Add("12 kg, 1 h 30 min and $5 m a day later", "1,5 t by 12. März 1950 or FY23")
	f.Add("三百五十公斤", "午後5時30分 5:30 p.m. Q2 2023 v1.2.3")
	f.Add("B.C.E. 300 BC 1_000 1'000'000.5", "half an hour and a half 2½ −40 °F")
	f.Fuzz(func(t *testing.T, s, other string) {
		if len(s)+len(other) > 2000 {
			return
		}
		var all []quantity.Quantity
		for _, text := range []string{s, other} {
			end := 0
			for _, q := range quantity.Find(text) {
				if q.Span.Start < end || q.Span.End <= q.Span.Start || len(text) < q.Span.End || q.Text != q.Span.Of(text) || q.Kind == 0 {
					t.Fatalf("Find(%q): %v behind %d, %q", text, q.Span, end, q.Text)
				}
				end = q.Span.End
				_ = q.String()
				all = append(all, q)
			}
			quantity.Parse(text)
			quantity.Mentions(text)
		}
		for _, a := range all[:min(len(all), 20)] {
			for _, b := range all[:min(len(all), 20)] {
				x, errX := quantity.Compare(a, b)
				y, errY := quantity.Compare(b, a)
				if x != -y || (errX == nil) != (errY == nil) {
					t.Fatalf("Compare(%q, %q) is %d (%v), and the other way round %d (%v)", a.Text, b.Text, x, errX, y, errY)
				}
				if quantity.Equal(a, b) != quantity.Equal(b, a) {
					t.Fatalf("Equal(%q, %q) is not symmetric", a.Text, b.Text)
				}
			}
		}
	})
}
