package money

import "strings"

// Currency is an ISO 4217 code.
type Currency string

// The currencies of the regions the product is configured for.
const (
	VND Currency = "VND"
	CNY Currency = "CNY"
	IDR Currency = "IDR"
	THB Currency = "THB"
	GHS Currency = "GHS"
)

type currencyFacts struct {
	decimals int
	symbol   string
	// leads tells whether the symbol stands before the figure.
	leads bool
	// spaced parts a leading symbol from the figure.
	spaced bool
}

// ISO 4217 gives IDR two decimals, but no sen has been paid out since the 1990s: amounts there are whole rupiah.
var currencies = map[Currency]currencyFacts{
	VND: {decimals: 0, symbol: "₫"},
	CNY: {decimals: 2, symbol: "¥", leads: true},
	IDR: {decimals: 0, symbol: "Rp", leads: true, spaced: true},
	THB: {decimals: 2, symbol: "฿", leads: true},
	GHS: {decimals: 2, symbol: "GH₵", leads: true},
}

// Valid reports whether the currency is one we handle.
func (c Currency) Valid() bool { _, ok := currencies[c]; return ok }

// Decimals is the number of digits of the minor unit. An unknown currency has two.
func (c Currency) Decimals() int {
	if facts, ok := currencies[c]; ok {
		return facts.decimals
	}
	return 2
}

// Symbol is the sign borrowers know, or the code itself for an unknown currency.
func (c Currency) Symbol() string {
	if facts, ok := currencies[c]; ok {
		return facts.symbol
	}
	return string(c)
}

// WithoutSymbol is an amount as somebody wrote it without the symbol of a currency before or behind it.
func WithoutSymbol(amount string) string {
	for _, facts := range currencies {
		amount = strings.TrimSuffix(strings.TrimPrefix(amount, facts.symbol), facts.symbol)
	}
	return amount
}

// scale is how many minor units make one whole unit.
func (c Currency) scale() int64 {
	n := int64(1)
	for range c.Decimals() {
		n *= 10
	}
	return n
}
