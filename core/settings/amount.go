package settings

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Amount is an amount of money in the user's currency, in millionths, from 0; 0 if unset.
type Amount int64

// amountUnit is the number of parts in one unit of the currency.
const amountUnit = 1_000_000

// largestAmount keeps sums of amounts far from overflowing.
const largestAmount = 1_000_000

const amountForm = "it must be an amount from 0 to 1000000 with a point and at most six digits behind it, such as 0.15"

// String returns the amount as it is written in settings: "0.15".
func (a Amount) String() string {
	return strconv.FormatFloat(float64(a)/amountUnit, 'f', -1, 64)
}

// parseAmount reads an amount. An empty text unsets it.
func parseAmount(text string) (Amount, error) {
	if text == "" {
		return 0, nil
	}
	if strings.Trim(text, "0123456789.") != "" || len(text) > 20 {
		return 0, errors.New(amountForm)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, errors.New(amountForm)
	}
	r.Mul(r, big.NewRat(amountUnit, 1))
	if !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > largestAmount*amountUnit {
		return 0, errors.New(amountForm)
	}
	return Amount(r.Num().Int64()), nil
}
