package pay

import (
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// The kinds of payment codes that the contract names.
const (
	QRVietQR    = "vietqr"
	QRPromptPay = "promptpay"
)

// Route is where and how an intent is paid.
type Route struct {
	To payment.Collection
	// Memo is what tells whose money it is; empty where the account number does.
	Memo string
	// QRKind and QRText are empty for a plain transfer. The app draws the picture.
	QRKind string
	QRText string
	Apps   []App
}

// App is a bank's application that reads the code.
type App struct {
	Code string
	Name string
	URL  string
}

// HasCode reports whether the region has payment codes and the collection account can be written into one.
func (f *Flow) HasCode() bool {
	switch f.config.Region.PayCode {
	case region.VietQR:
		return f.config.Collection.BankBIN != ""
	case region.PromptPay:
		return f.config.Collection.PromptPay != ""
	default:
		return false
	}
}

// HasVirtualAccounts reports whether each payment has an account number of its own.
func (f *Flow) HasVirtualAccounts() bool {
	return f.config.Region.PayCode == region.VirtualAccount && f.config.Collection.VirtualPrefix != ""
}

// codeOf is the code whose own account it is, or was before the bank gave another prefix; empty where it is that of none. Check
// digits go over the prefix, too: a number is read under one alone.
func (f *Flow) codeOf(account string) string {
	if f.config.Region.PayCode != region.VirtualAccount {
		return ""
	}
	number, to := payment.Plain(account), f.config.Collection
	for _, prefix := range append([]string{to.VirtualPrefix}, to.EarlierPrefixes...) {
		if code := repay.CodeOfAccount(prefix, number); code != "" {
			return code
		}
	}
	return ""
}

// PayTo is where a transfer goes, and with which memo: to an account of the code's own without any, else to the collection
// account with the code.
func (f *Flow) PayTo(code string) (to payment.Collection, memo string) {
	to = f.config.Collection
	if !f.HasVirtualAccounts() {
		return to, code
	}
	to.Number = repay.VirtualAccount(to.VirtualPrefix, code)
	return to, ""
}

// route tells where to pay an intent. Its memo code stands in the code's own memo.
func (f *Flow) route(i repay.Intent) (Route, error) {
	r := Route{Apps: []App{}}
	r.To, r.Memo = f.PayTo(i.Code)
	if i.Method != repay.ByPaycode || !f.HasCode() {
		return r, nil
	}
	var err error
	switch f.config.Region.PayCode {
	case region.VietQR:
		r.QRKind = QRVietQR
		r.QRText, err = qr.VietQR{BIN: r.To.BankBIN, Account: r.To.Number, Amount: i.Amount, Purpose: i.Code}.Encode()
		r.Apps = apps(f.config.Region)
	case region.PromptPay:
		r.QRKind = QRPromptPay
		r.QRText, err = qr.PromptPay{Target: r.To.PromptPay, Amount: i.Amount, Reference: i.Code}.Encode()
	}
	if err != nil {
		return Route{}, fmt.Errorf("pay: code: %w", err)
	}
	return r, nil
}

// apps are the banks whose application reads the region's code: people pay on the phone that shows it. No bank publishes
// a link that fills a transfer in, so the link opens the application, and the payer loads the saved picture there.
func apps(r *region.Region) []App {
	found := []App{}
	for _, bank := range r.Banks {
		if bank.App != nil && bank.App.ScansPayCode && bank.App.Scheme != "" {
			found = append(found, App{Code: bank.Code, Name: bank.ShortName, URL: bank.App.Scheme + "://"})
		}
	}
	return found
}
