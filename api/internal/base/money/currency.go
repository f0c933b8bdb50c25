package money

import "strings"

// Currency is an ISO 4217 code.
type Currency string

// The currencies of the regions that the product is configured for.
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
	// leads reports whether the symbol precedes the number.
	leads bool
	// spaced reports whether a space separates a leading symbol from the number.
	spaced bool
}

// ISO 4217 gives IDR two decimals, but sen have not been in use since the 1990s: amounts in IDR are whole rupiah.
var currencies = map[Currency]currencyFacts{
	VND: {decimals: 0, symbol: "₫"},
	CNY: {decimals: 2, symbol: "¥", leads: true},
	IDR: {decimals: 0, symbol: "Rp", leads: true, spaced: true},
	THB: {decimals: 2, symbol: "฿", leads: true},
	GHS: {decimals: 2, symbol: "GH₵", leads: true},
}

// Valid reports whether the currency is supported.
func (c Currency) Valid() bool { _, ok := currencies[c]; return ok }

// Decimals returns the number of decimal digits of the currency; 2 for an unknown currency.
func (c Currency) Decimals() int {
	if facts, ok := currencies[c]; ok {
		return facts.decimals
	}
	return 2
}

// Symbol returns the symbol that borrowers know, or the code itself for an unknown currency.
func (c Currency) Symbol() string {
	if facts, ok := currencies[c]; ok {
		return facts.symbol
	}
	return string(c)
}

// WithoutSymbol returns an amount that a person wrote without a leading or trailing currency symbol.
func WithoutSymbol(amount string) string {
	for _, facts := range currencies {
		amount = strings.TrimSuffix(strings.TrimPrefix(amount, facts.symbol), facts.symbol)
	}
	return amount
}

// scale returns how many minor units make one whole unit.
func (c Currency) scale() int64 {
	n := int64(1)
	for range c.Decimals() {
		n *= 10
	}
	return n
}
