package config

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
)

// Collection is the account that borrowers pay to. The sandbox bank has one of its own.
type Collection struct {
	BankName string `env:"BANK_NAME"`
	// BankBIN is the bank's six digits in VietQR.
	BankBIN string `env:"BANK_BIN"`
	Account string `env:"ACCOUNT"`
	Holder  string `env:"HOLDER"`
	// PromptPay is the account's PromptPay id, in Thailand.
	PromptPay string `env:"PROMPTPAY"`
	// VirtualPrefix begins the account numbers that the bank keeps for single payments, where the region repays by them.
	VirtualPrefix string `env:"VIRTUAL_PREFIX"`
	// EarlierPrefixes are those that borrowers were given numbers of before: a number that was saved is paid to for years.
	EarlierPrefixes []string `env:"VIRTUAL_PREFIXES_EARLIER"`
}

// sandboxCollection is where the sandbox bank takes money. Its bank is one of the region, its holder the company of the product,
// which calls itself a trial.
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

// incomplete reports whether nobody could pay to it through a real bank.
func (c Collection) incomplete() bool { return c.BankName == "" || c.Account == "" || c.Holder == "" }

// inVietQR reports whether a payment code can name the bank, where one is set.
func (c Collection) inVietQR() bool {
	if c.BankBIN == "" || c.Account == "" {
		return true
	}
	_, err := qr.VietQR{BIN: c.BankBIN, Account: c.Account}.Encode()
	return err == nil
}

var virtualPrefix = regexp.MustCompile(`^[0-9]{3,10}$`)

// inVirtualAccount reports whether account numbers can begin with the prefix, where one is set.
func (c Collection) inVirtualAccount() bool {
	return c.VirtualPrefix == "" || virtualPrefix.MatchString(c.VirtualPrefix)
}

// inEarlierAccounts reports whether account numbers could begin with each of the earlier prefixes.
func (c Collection) inEarlierAccounts() bool {
	return !slices.ContainsFunc(c.EarlierPrefixes, func(prefix string) bool { return !virtualPrefix.MatchString(prefix) })
}

// inPromptPay reports whether a payment code can name the PromptPay id, where one is set.
func (c Collection) inPromptPay() bool {
	if c.PromptPay == "" {
		return true
	}
	_, err := qr.PromptPay{Target: c.PromptPay}.Encode()
	return err == nil
}
