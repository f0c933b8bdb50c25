// Package money holds amounts, rates and civil dates. Amounts are integers in the currency's minor unit and rates
// are integers in basis points; nothing here is ever a float.
package money

// Money is an amount together with its currency.
type Money struct {
	// Minor counts the currency's minor units: dong for VND, satang for THB, fen for CNY, pesewas for GHS.
	Minor    int64    `json:"minor"`
	Currency Currency `json:"currency"`
}

// Of makes Money of minor units.
func Of(minor int64, c Currency) Money { return Money{Minor: minor, Currency: c} }

// Whole makes Money of whole currency units: Whole(100, THB) is 100.00 baht, Whole(100, VND) is 100 dong.
func Whole(units int64, c Currency) Money { return Money{Minor: Mul(units, c.scale()), Currency: c} }

// IsZero reports whether there is no money in it.
func (m Money) IsZero() bool { return m.Minor == 0 }

// String is for logs and tests: "1234.50 THB". Borrowers read Format.
func (m Money) String() string { return m.Decimal() + " " + string(m.Currency) }

// Decimal is the bare figure for machines and spreadsheets, with a point and the decimals of its currency: "1234.50".
func (m Money) Decimal() string { return digits(m.Minor, m.Currency.Decimals(), "", ".") }
