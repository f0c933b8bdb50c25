package api

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// pageSize is the default number of orders per page.
const pageSize = 20

func orderCalls(a *API) {
	server.ReadOnly(a.Server, "orderList", a.orderList)
	server.ReadOnly(a.Server, "orderDetail", a.orderDetail)
	server.ReadOnly(a.Server, "orderContract", a.orderContract)
	server.Keyed(a.Server, "orderConfirm", a.rateLimit(keyedCalls), a.orderConfirm)
	server.Keyed(a.Server, "orderCancel", a.rateLimit(keyedCalls), a.orderCancel)
	server.Keyed(a.Server, "orderChangeCard", a.rateLimit(keyedCalls), a.orderChangeCard)
}

func (a *API) orderList(ctx context.Context, c server.Caller, req contract.OrderListRequest) (contract.OrderListData, error) {
	limit := pageSize
	if req.Limit != nil {
		limit = *req.Limit
	}
	cards, next, err := a.Services.Orders.List(ctx, c.Borrower(), loan.Tab(req.Tab), server.Optional(req.Cursor), limit)
	if err != nil {
		return contract.OrderListData{}, err
	}
	data := contract.OrderListData{Orders: make([]contract.OrderCard, len(cards)), NextCursor: next}
	for i, card := range cards {
		data.Orders[i] = orderCard(card)
	}
	return data, nil
}

func (a *API) orderDetail(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.OrderDetailData, error) {
	d, err := a.Services.Orders.Detail(ctx, c.Borrower(), req.OrderID)
	if err != nil {
		return contract.OrderDetailData{}, err
	}
	o := d.Order
	data := contract.OrderDetailData{
		Order: orderCard(d.Summary), Quote: quoteOf(o.Terms, d.Quote), ActualReceived: d.Quote.ActualReceived, AppliedAmount: o.AppliedAmount, Principal: o.Principal,
		BankCard: bankCardOf(d.BankCard, c), RejectReason: orders.Refusal(o.RejectReason, c.Lang), NextStep: d.Next(c.Lang),
		Overpaid: d.Overpaid, OverpaidHeld: d.OverpaidHeld,
		FreezeUntil: utc(d.FreezeUntil), ProofWaitingSince: utc(d.ProofWaitingSince), Timeline: make([]contract.TimelineEvent, len(d.Timeline)),
		Documents: make([]contract.DocumentRef, len(d.Documents)), Actions: make([]contract.OrderDetailDataActions, len(d.Actions)),
	}
	if d.PendingCard != nil {
		pending := bankCardOf(*d.PendingCard, c)
		data.PendingCard = &pending
	}
	data.MendUntil = data.Order.MendUntil
	if o.Status == loan.DisbursementFailed {
		data.FailureReason = orders.Failure(o.FailureReason, c.Lang)
	}
	if d.State != nil {
		data.Due, data.Repaid, data.Remaining = dueOf(*d.State), d.State.Repaid.Total(), d.State.Owed.Total()
		data.DisbursedOn, data.FirstDueDate, data.ActualReceived = &d.Loan.DisbursedOn, &d.Loan.FirstDueDate, d.Loan.ActualReceived
	}
	for i, h := range d.Timeline {
		data.Timeline[i] = contract.TimelineEvent{Event: string(h.Event), At: h.At.UTC(), Text: orders.DescribeEntry(h, o.Currency, c.Lang)}
	}
	for i, doc := range d.Documents {
		data.Documents[i] = contract.DocumentRef{
			Kind: contract.DocumentRefKind(doc.Kind), FileID: doc.FileID, Lang: doc.Lang, CreatedAt: doc.CreatedAt.UTC(), Sha256: hex.EncodeToString(doc.SHA256),
		}
	}
	for i, action := range d.Actions {
		data.Actions[i] = contract.OrderDetailDataActions(action)
	}
	if slices.Contains(d.Actions, orders.ActCancel) {
		hours := int(cancel.FreezePeriod.Hours())
		data.CancelFreezeHours = &hours
	}
	return data, nil
}

func (a *API) orderContract(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.ContractData, error) {
	text, err := a.Services.Confirm.Agreement(ctx, c.Borrower(), req.OrderID)
	return contractData(text), err
}

func (a *API) orderConfirm(ctx context.Context, c server.Caller, req contract.ConfirmRequest) (contract.OrderRef, error) {
	ref, err := a.Services.Confirm.Do(ctx, c.Borrower(), confirm.Request{
		OrderID: req.OrderID, SMSCode: req.SmsCode, AgreementHash: req.ContractHash, Accepted: req.ContractAccepted,
	})
	return orderRef(ref), err
}

func (a *API) orderCancel(ctx context.Context, c server.Caller, req contract.CancelRequest) (contract.OrderRef, error) {
	ref, err := a.Services.Cancel.Do(ctx, c.Borrower(), req.OrderID, server.Optional(req.Reason))
	return orderRef(ref), err
}

func (a *API) orderChangeCard(ctx context.Context, c server.Caller, req contract.ChangeCardRequest) (contract.OrderRef, error) {
	ref, err := a.Services.ChangeCard.Do(ctx, c.Borrower(), req.OrderID, req.BankCardID)
	return orderRef(ref), err
}

func orderCard(card orders.Summary) contract.OrderCard {
	o := card.Order
	data := contract.OrderCard{
		OrderID: o.ID, OrderNo: o.OrderNo, ProductName: o.Terms.ProductName, LenderName: o.Terms.LenderName, Currency: string(o.Currency),
		Amount: o.Principal, TermDays: o.TermDays, Status: int(o.Status), AppliedAt: o.AppliedAt.UTC(), DueNow: card.DueNow,
		OfferExpiresAt: utc(card.OfferUntil()), MendUntil: utc(card.MendUntil()),
	}
	if h := card.Hardship; h != nil {
		data.Hardship = &contract.OrderHardship{
			Kind: contract.OrderHardshipKind(h.Kind), Accepted: h.State == support.HardshipAccepted, Amount: h.Amount, Date: dated(h.Until),
		}
	}
	if card.Loan != nil {
		status, left, due := int(card.Repay), card.DaysLeft, card.Loan.DueDate
		data.RepayStatus, data.DueDate = &status, &due
		if card.Repay != loan.RepaySettled {
			data.DaysLeft = &left
		}
	}
	return data
}

func dueOf(s servicing.State) *contract.DueBreakdown {
	return &contract.DueBreakdown{
		LateFee: s.Owed[repay.LateFee], OverdueFee: s.Owed[repay.OverdueFee], ExtensionFee: s.Owed[repay.ExtensionFee],
		AccountFee: s.Owed[repay.AccountFee], ServiceFee: s.Owed[repay.ServiceFee], Interest: s.Owed[repay.Interest],
		Principal: s.Owed[repay.Principal], Total: s.Owed.Total(),
	}
}

func bankCardOf(g bankcard.Summary, c server.Caller) contract.BankCard {
	name := g.BankCode
	if bank, ok := c.Region.Bank(g.BankCode); ok {
		name = bank.ShortName
	}
	idNumber := ""
	if g.IDLast4 != "" {
		idNumber = "••••••••" + g.IDLast4
	}
	return contract.BankCard{
		CardID: g.ID, BankCode: g.BankCode, BankName: name, HolderName: g.HolderName, IDNumber: idNumber, AccountLast4: g.Last4,
		PassbookFileID: g.Passbook,
		AccountType:    contract.BankCardAccountType(g.AccountType), Status: g.Status, IsDefault: g.IsDefault, InReview: g.InReview(),
		CreatedAt: g.CreatedAt.UTC(),
	}
}

func contractData(t agreement.Text) contract.ContractData {
	data := contract.ContractData{Version: t.Version, Hash: t.Hash, Title: t.Title, Sections: make([]contract.ContractSection, len(t.Sections))}
	for i, section := range t.Sections {
		data.Sections[i] = contract.ContractSection{Title: section.Title, Paragraphs: section.Paragraphs}
	}
	return data
}

// dated returns a pointer to a date; nil for the zero date.
func dated(d money.Date) *money.Date {
	if d.IsZero() {
		return nil
	}
	return &d
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}
