package config

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
)

// Collection is the account that borrowers pay to. The sandbox bank has its own.
type Collection struct {
	BankName string `env:"BANK_NAME"`
	// BankBIN is the bank's six-digit code in VietQR.
	BankBIN string `env:"BANK_BIN"`
	Account string `env:"ACCOUNT"`
	Holder  string `env:"HOLDER"`
	// PromptPay is the account's PromptPay id, in Thailand.
	PromptPay string `env:"PROMPTPAY"`
	// VirtualPrefix is the prefix of the account numbers that the bank reserves for single payments, in regions that repay by
	// them.
	VirtualPrefix string `env:"VIRTUAL_PREFIX"`
	// EarlierPrefixes are former prefixes: borrowers may pay to a saved number for years.
	EarlierPrefixes []string `env:"VIRTUAL_PREFIXES_EARLIER"`
}

// sandboxCollection is the account of the sandbox bank. BankName and Holder are empty: the bank is one of the region, the
// holder the company of the product, which is marked as a demonstration.
var sandboxCollection = Collection{
	BankBIN: "970436", Account: "1017595600", PromptPay: "0812345678", VirtualPrefix: "88610",
}

func (c Collection) orSandbox() Collection {
	return Collection{
		BankName:        c.BankName,
		BankBIN:         cmp.Or(c.BankBIN, sandboxCollection.BankBIN),
		Account:         cmp.Or(c.Account, sandboxCollection.Account),
		Holder:          c.Holder,
		PromptPay:       cmp.Or(c.PromptPay, sandboxCollection.PromptPay),
		VirtualPrefix:   cmp.Or(c.VirtualPrefix, sandboxCollection.VirtualPrefix),
		EarlierPrefixes: c.EarlierPrefixes,
	}
}

// incomplete reports whether the details for a payment through a real bank are missing.
func (c Collection) incomplete() bool { return c.BankName == "" || c.Account == "" || c.Holder == "" }

// inVietQR reports whether the bank and account, if set, fit into a VietQR code.
func (c Collection) inVietQR() bool {
	if c.BankBIN == "" || c.Account == "" {
		return true
	}
	_, err := qr.VietQR{BIN: c.BankBIN, Account: c.Account}.Encode()
	return err == nil
}

var virtualPrefix = regexp.MustCompile(`^[0-9]{3,10}$`)

// inVirtualAccount reports whether the prefix, if set, is valid for account numbers.
func (c Collection) inVirtualAccount() bool {
	return c.VirtualPrefix == "" || virtualPrefix.MatchString(c.VirtualPrefix)
}

// inEarlierAccounts reports whether all earlier prefixes are valid for account numbers.
func (c Collection) inEarlierAccounts() bool {
	return !slices.ContainsFunc(c.EarlierPrefixes, func(prefix string) bool { return !virtualPrefix.MatchString(prefix) })
}

// inPromptPay reports whether the PromptPay id, if set, fits into a payment code.
func (c Collection) inPromptPay() bool {
	if c.PromptPay == "" {
		return true
	}
	_, err := qr.PromptPay{Target: c.PromptPay}.Encode()
	return err == nil
}
