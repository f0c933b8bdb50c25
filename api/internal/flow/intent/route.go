package intent

import (
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// The kinds of payment codes in the contract.
const (
	QRVietQR    = "vietqr"
	QRPromptPay = "promptpay"
)

// Route is where and how an intent is paid.
type Route struct {
	To payment.Collection
	// Memo identifies the payment; empty if the account number does.
	Memo string
	// QRKind and QRText are empty for a plain transfer. The app draws the QR code.
	QRKind string
	QRText string
}

// HasCode reports whether the region has payment codes and the collection account can be encoded in one.
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

// HasVirtualAccounts reports whether each intent has an account number of its own.
func (f *Flow) HasVirtualAccounts() bool {
	return f.config.Region.PayCode == region.VirtualAccount && f.config.Collection.VirtualPrefix != ""
}

// PayTo returns where a transfer goes and with which memo: to the code's own account without a memo, or to the
// collection account with the code as the memo.
func (f *Flow) PayTo(code string) (to payment.Collection, memo string) {
	to = f.config.Collection
	if !f.HasVirtualAccounts() {
		return to, code
	}
	to.Number = repay.VirtualAccount(to.VirtualPrefix, code)
	return to, ""
}

// route returns where to pay an intent. A payment code contains the memo code.
func (f *Flow) route(i repay.Intent) (Route, error) {
	var r Route
	r.To, r.Memo = f.PayTo(i.Code)
	if i.Method != repay.ByPaycode || !f.HasCode() {
		return r, nil
	}
	var err error
	switch f.config.Region.PayCode {
	case region.VietQR:
		r.QRKind = QRVietQR
		r.QRText, err = qr.VietQR{BIN: r.To.BankBIN, Account: r.To.Number, Amount: i.Amount, Purpose: i.Code}.Encode()
	case region.PromptPay:
		r.QRKind = QRPromptPay
		r.QRText, err = qr.PromptPay{Target: r.To.PromptPay, Amount: i.Amount, Reference: i.Code}.Encode()
	}
	if err != nil {
		return Route{}, fmt.Errorf("intent: payment code: %w", err)
	}
	return r, nil
}
