package annotate

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Money is an amount in millionths of whatever the user counts in.
type Money int64

// unit is how many parts of Money make one.
const unit = 1_000_000

// String is the amount with four places: "0.0125".
func (m Money) String() string { return strconv.FormatFloat(float64(m)/unit, 'f', 4, 64) }

// MarshalJSON writes the amount as a number of whole ones: 0.0125.
func (m Money) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(m)/unit, 'f', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Money) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err == nil {
		*m = Money(f*unit + .5)
	}
	return err
}

// A Price is what a million tokens cost, 0 where that is not known.
type Price struct{ In, Out Money }

// of is what tokens cost, rounded up.
func (p Price) of(c Cost) Money {
	const million = 1_000_000
	return (Money(c.TokensIn)*p.In + Money(c.TokensOut)*p.Out + million - 1) / million
}

// A Cost is what requests to a model cost.
type Cost struct {
	Calls     int   `json:"calls"`
	TokensIn  int64 `json:"tokens_in"`  // that were sent, as the service counts them, or at the most
	TokensOut int64 `json:"tokens_out"` // that came back
	Money     Money `json:"money"`      // 0 where no price is set
}

func (c Cost) plus(other Cost) Cost {
	return Cost{c.Calls + other.Calls, c.TokensIn + other.TokensIn, c.TokensOut + other.TokensOut, c.Money + other.Money}
}

// amounts is the cost as a Store keeps it.
func (c Cost) amounts() [4]int64 {
	return [4]int64{int64(c.Calls), c.TokensIn, c.TokensOut, int64(c.Money)}
}

func costOf(amounts [4]int64) Cost {
	return Cost{int(amounts[0]), amounts[1], amounts[2], Money(amounts[3])}
}

// Limits bound what the notes of one day may cost, whoever asks for them and in as many
// runs as there are. A field that is 0 has no limit.
type Limits struct {
	Calls  int
	Tokens int64 // sent and received
	Money  Money
}

// ErrSpent is wrapped by the error of a run that ends because a limit of the day leaves no
// room for another request. What was made until then is kept.
var ErrSpent = errors.New("the budget of this day has no room for another request")

// check is an error where a limit cannot be held.
func (l Limits) check(p Price) error {
	var missing string
	switch {
	case l.Money == 0 || p.In > 0 && p.Out > 0:
		return nil
	case p.In == 0 && p.Out == 0:
		missing = "model_price_in and model_price_out"
	case p.In == 0:
		missing = "model_price_in"
	default:
		missing = "model_price_out"
	}
	return fmt.Errorf("nothing was sent: annotate_money is no limit without %s: set what the model costs, or take annotate_money out", missing)
}

// reached is the limit that a day goes beyond which costs so much, in words; "" for none.
func (l Limits) reached(day Cost) string {
	switch {
	case l.Calls > 0 && l.Calls < day.Calls:
		return fmt.Sprintf("%d calls (annotate_calls)", l.Calls)
	case l.Tokens > 0 && l.Tokens < day.TokensIn+day.TokensOut:
		return fmt.Sprintf("%d tokens (annotate_tokens)", l.Tokens)
	case l.Money > 0 && l.Money < day.Money:
		return fmt.Sprintf("%v (annotate_money)", l.Money)
	}
	return ""
}

// mostTries is how often a request may go out: a service that is busy is asked again, and
// one that does not know a part of the request is asked without it.
const mostTries = 3

// room is how many tokens a reply may have, most at most, so that the day stays within the
// limits with what the request itself takes, which is next.
func (l Limits) room(p Price, spent, next Cost, most int64) int64 {
	if l.Tokens > 0 {
		most = min(most, l.Tokens-spent.TokensIn-spent.TokensOut-next.TokensIn)
	}
	if l.Money > 0 && p.Out > 0 {
		// What is rounded up is bought once less.
		left := l.Money - spent.Money - p.of(Cost{TokensIn: next.TokensIn}) - 1
		most = min(most, int64(left*1_000_000/p.Out))
	}
	return most
}

// ErrMore is wrapped by the error of a run that ends because it would cost more than was
// agreed to. What was made until then is kept.
var ErrMore = errors.New("this takes more than you agreed to")

// withinAgreed is nil where a cost, which is one with what the next request is expected to
// take, stays within what was agreed to, a tenth and one request more.
func withinAgreed(agreed, cost Cost) error {
	most := agreed
	for _, parts := range [...]int{10, max(agreed.Calls, 1)} {
		most = most.plus(Cost{agreed.Calls / parts, agreed.TokensIn / int64(parts), agreed.TokensOut / int64(parts), agreed.Money / Money(parts)})
	}
	if cost.Calls <= most.Calls && cost.TokensIn <= most.TokensIn && cost.TokensOut <= most.TokensOut && cost.Money <= most.Money {
		return nil
	}
	return fmt.Errorf("%w: %d requests, %d tokens sent and %d received; what is there is kept, and another start says what the rest costs", ErrMore, agreed.Calls, agreed.TokensIn, agreed.TokensOut)
}

// dayOf names the day of an account.
func dayOf(t time.Time) string { return t.Format("20060102") }
