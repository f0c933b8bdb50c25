// Package money contains amounts, rates and civil dates. Amounts are integers in the currency's minor unit and rates are
// integers in basis points; nothing here is ever a float.
package money

// Money is an amount with its currency.
type Money struct {
	// Minor is the amount in the currency's minor unit: dong for VND, satang for THB, fen for CNY, pesewas for GHS.
	Minor    int64    `json:"minor"`
	Currency Currency `json:"currency"`
}

// Of returns an amount given in minor units.
func Of(minor int64, c Currency) Money { return Money{Minor: minor, Currency: c} }

// Whole returns an amount given in whole currency units: Whole(100, THB) is 100.00 baht, Whole(100, VND) is 100 dong.
func Whole(units int64, c Currency) Money { return Money{Minor: Mul(units, c.scale()), Currency: c} }

// IsZero reports whether the amount is zero.
func (m Money) IsZero() bool { return m.Minor == 0 }

// String formats the amount for logs and tests: "1234.50 THB". Format is for borrowers.
func (m Money) String() string { return m.Decimal() + " " + string(m.Currency) }

// Decimal returns the number for machines and spreadsheets, with a decimal point and the decimals of the currency: "1234.50".
func (m Money) Decimal() string { return digits(m.Minor, m.Currency.Decimals(), "", ".") }
