package api

import (
	"context"
	"encoding/hex"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

func repayCalls(a *API) {
	server.ReadOnly(a.Server, "repayOptions", a.repayOptions)
	server.Keyed(a.Server, "repayBank", a.rateLimit(intents), a.repayBank)
	server.Keyed(a.Server, "repayPaycode", a.rateLimit(intents), a.repayPaycode)
	server.ReadOnly(a.Server, "repayIntent", a.repayIntent)
	server.Call(a.Server, "repayLink", a.repayLink)
	server.ReadOnly(a.Server, "repayRecord", a.repayRecord)
	server.ReadOnly(a.Server, "repayReceipt", a.repayReceipt)
	server.Call(a.Server, "repayCertificate", a.repayCertificate)
	server.Guarded(a.Server, "repayStatement", a.room(statements), a.repayStatement)
}

func (a *API) repayOptions(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.RepayOptionsData, error) {
	d, err := a.Services.Intents.Due(ctx, c.MemberID, req.OrderID)
	if err != nil {
		return contract.RepayOptionsData{}, err
	}
	total := d.Owed.Total()
	methods := []contract.PayMethod{}
	if total > 0 {
		methods = append(methods, contract.PayMethod{Method: contract.PayMethodMethodBank, MinAmount: 1})
	}
	if d.Paycode {
		methods = append(methods, contract.PayMethod{Method: contract.PayMethodMethodPaycode, MinAmount: d.PaycodeMin})
	}
	order := repay.Order(d.Order.Terms.AllocationOrder)
	parts := make([]contract.RepayOptionsDataAllocationOrder, len(order))
	for i, component := range order {
		parts[i] = contract.RepayOptionsDataAllocationOrder(component)
	}
	return contract.RepayOptionsData{
		OrderID: d.Order.ID, OrderNo: d.Order.OrderNo, Currency: string(d.Order.Currency), Today: d.Today,
		DueNow: total, Due: *dueOf(servicing.State{Owed: d.Owed}), DueDate: d.Loan.DueDate, DaysLeft: d.Loan.DueDate.DaysSince(d.Today),
		Payoff: contract.PayoffQuote{Amount: total, ValidUntil: d.ValidUntil, Saving: d.Saving()},
		Repaid: d.Repaid, Methods: methods, TotalAtDue: d.AtDue, Overdue: d.Overdue,
		Extendable: d.Extendable, AllocationOrder: parts, ProofWaitingSince: utc(d.ProofWaitingSince),
	}, nil
}

func (a *API) repayBank(ctx context.Context, c server.Caller, req contract.PayRequest) (contract.PayIntentData, error) {
	return a.openIntent(ctx, c, req, repay.ByBank)
}

func (a *API) repayPaycode(ctx context.Context, c server.Caller, req contract.PayRequest) (contract.PayIntentData, error) {
	return a.openIntent(ctx, c, req, repay.ByPaycode)
}

func (a *API) openIntent(ctx context.Context, c server.Caller, req contract.PayRequest, m repay.Method) (contract.PayIntentData, error) {
	made, err := a.Services.Intents.Open(ctx, c.IdempotencyKey, intent.Request{
		Member: c.MemberID, Order: req.OrderID, Purpose: repay.Purpose(req.Purpose), Method: m, Amount: req.Amount,
	})
	return intentData(made), err
}

func (a *API) repayIntent(ctx context.Context, c server.Caller, req contract.IntentRequest) (contract.PayIntentData, error) {
	found, err := a.Services.Intents.Intent(ctx, c.MemberID, req.IntentID)
	return intentData(found), err
}

func intentData(i intent.Intent) contract.PayIntentData {
	data := contract.PayIntentData{
		IntentID: i.ID, OrderID: i.OrderID, Purpose: string(i.Purpose), Method: contract.PayIntentDataMethod(i.Method),
		State: contract.PayIntentDataState(i.State), Amount: i.Amount, Currency: string(i.Currency),
		BankName: i.Route.To.BankName, BankBin: i.Route.To.BankBIN, AccountNumber: i.Route.To.Number, AccountName: i.Route.To.Holder,
		Memo: i.Route.Memo, QrKind: contract.PayIntentDataQrKind(i.Route.QRKind), QrText: i.Route.QRText,
		ExpiresAt: i.ExpiresAt.UTC(), PayToken: i.Token,
	}
	if i.Payment != nil {
		data.PaymentID, data.Outcome = &i.Payment.ID, string(i.Payment.Outcome)
	}
	return data
}

func (a *API) repayLink(ctx context.Context, _ server.Caller, req contract.LinkRequest) (contract.PayLinkData, error) {
	l, err := a.Services.Intents.Link(ctx, req.PayToken)
	data := contract.PayLinkData{
		MaskedName: l.MaskedName, Amount: l.Amount, Currency: string(l.Currency), DueDate: l.DueDate, State: string(l.State),
		BankName: l.Route.To.BankName, BankBin: l.Route.To.BankBIN, AccountNumber: l.Route.To.Number, AccountName: l.Route.To.Holder,
		Memo: l.Route.Memo, QrKind: l.Route.QRKind, QrText: l.Route.QRText, ExpiresAt: l.ExpiresAt.UTC(),
	}
	if l.Payment != nil && l.Payment.State == repay.Posted {
		at := l.Payment.PaidAt.UTC()
		data.PaidAmount, data.PaidAt = &l.Payment.Amount, &at
	}
	return data, err
}

func (a *API) repayRecord(ctx context.Context, c server.Caller, req contract.RecordRequest) (contract.RecordData, error) {
	page := repay.Page{
		MemberID: c.MemberID, OrderID: req.OrderID, Cursor: server.Optional(req.Cursor), Text: server.Optional(req.Text),
		State: repay.PaymentState(server.Optional(req.State)), Method: repay.Method(server.Optional(req.Method)), Limit: server.Optional(req.Limit),
	}
	if req.Year != nil {
		page.From, page.Until = a.Services.Pay.Year(*req.Year)
	}
	listed, next, err := a.Services.Pay.Payments(ctx, page)
	data := contract.RecordData{
		Payments: make([]contract.PaymentCard, len(listed)), NextCursor: next, Today: c.Region.Today(a.Services.Clock.Now()),
	}
	for i, l := range listed {
		data.Payments[i] = paymentCard(l.Payment, l.OrderNo)
	}
	return data, err
}

func paymentCard(p repay.Payment, orderNo string) contract.PaymentCard {
	return contract.PaymentCard{
		PaymentID: p.ID, OrderID: *p.OrderID, OrderNo: orderNo, SerialNumber: p.Serial, Amount: p.Amount, Currency: string(p.Currency),
		PaymentType: string(p.Type), PaidFrom: p.PaidFrom, PaidTo: p.PaidTo, PaidAt: p.PaidAt.UTC(), ValueDate: p.ValueDate,
		State: contract.PaymentCardState(p.State), Outcome: string(p.Outcome),
	}
}

// refundState returns the contract's state of a refund. A refund that came back counts as failed: it is sent again when
// an operator decides.
func refundState(s repay.RefundState) contract.RefundDataState {
	if s == repay.RefundReturned {
		return contract.RefundDataStateFailed
	}
	return contract.RefundDataState(s)
}

func (a *API) repayReceipt(ctx context.Context, c server.Caller, req contract.PaymentRequest) (contract.ReceiptData, error) {
	r, err := a.Services.Pay.Receipt(ctx, c.MemberID, req.PaymentID, c.Lang)
	if err != nil {
		return contract.ReceiptData{}, err
	}
	data := contract.ReceiptData{
		Payment: paymentCard(r.Payment, r.Facts.Order.OrderNo), Allocations: make([]contract.Allocation, len(r.Parts)),
		Remaining: r.Remaining, Settled: r.Settled, TakenBack: r.TakenBack,
	}
	for i, part := range r.Parts {
		data.Allocations[i] = contract.Allocation{Component: contract.AllocationComponent(part.Component), Amount: part.Amount}
	}
	if r.Refund != nil {
		data.Refund = &contract.RefundData{Amount: r.Refund.Amount, State: refundState(r.Refund.State)}
	}
	data.NewDueDate = dated(r.NewDueDate)
	// Until the PDF is fetched, its id is the payment's id: see receiptFile.
	data.FileID = r.Payment.ID
	if r.File != nil {
		data.FileID = r.File.ID
	}
	return data, nil
}

func (a *API) repayCertificate(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.CertificateData, error) {
	made, err := a.Services.Documents.Certificate(ctx, c.MemberID, req.OrderID, c.Lang)
	return contract.CertificateData{FileID: made.ID, Sha256: hex.EncodeToString(made.SHA256), SettledOn: made.SettledOn}, err
}

func (a *API) repayStatement(ctx context.Context, c server.Caller, req contract.StatementRequest) (contract.StatementData, error) {
	made, err := a.Services.Documents.Statement(ctx, document.StatementRequest{
		Member: c.MemberID, Order: req.OrderID, Period: server.Optional(req.Period), CSV: req.Format == contract.Csv, Lang: c.Lang,
	})
	return contract.StatementData{Name: made.Name, MediaType: made.Mime, Content: made.Content}, err
}
