package flowtest

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Flows has every flow of an order in one market.
type Flows struct {
	*Market
	Products   *products.Products
	Apply      *apply.Apply
	Review     *review.Review
	Confirm    *confirm.Confirm
	Cancel     *cancel.Cancel
	ChangeCard *changecard.ChangeCard
	Payout     *payout.Payout
	Expire     *expire.Expire
}

// RightCode is the SMS code that is accepted; every other is wrong.
const RightCode = "4321"

// NewFlows returns the flows. decide is the lender; nil means the embedded rule engine.
func NewFlows(t T, m *Market, decide lender.Gateway) *Flows {
	if decide == nil {
		application, err := lender.NewRuleEngine()
		require.NoError(t, err)
		decide = application
	}
	gateways := lender.Gateways{Embedded: decide}
	return &Flows{
		Market: m, Products: products.New(m.Pool, m.Clock), Apply: apply.New(m.Pool, m.Clock), Review: review.New(m.Pool, m.Clock, gateways),
		Confirm: confirm.New(m.Pool, m.Clock, code), Cancel: cancel.New(m.Pool, m.Clock), ChangeCard: changecard.New(m.Pool, m.Clock),
		Payout: payout.New(m.Pool, m.Clock, payment.NewSandbox(m.Pool), account), Expire: expire.New(m.Pool, m.Clock),
	}
}

// code replaces the check of the SMS code and takes one round trip, like the real one.
func code(ctx context.Context, db postgres.DB, _ borrower.Borrower, code string, _ time.Time) error {
	if _, err := db.Exec(ctx, `SELECT 1`); err != nil {
		return err
	}
	if code != RightCode {
		return reason.New(reason.SMSCodeWrong)
	}
	return nil
}

// account returns for every card an account to which a payout succeeds.
func account(context.Context, postgres.DB, uuid.UUID, string, time.Time) (payment.Account, error) {
	return payment.Account{BankCode: "VCB", Number: "19031234", Holder: "Nguyễn Thị Lan"}, nil
}

// Request returns an application with the accepted agreement.
func (l *Flows) Request(t T, who borrower.Borrower, card uuid.UUID, amount int64) apply.Request {
	text, err := l.Products.Agreement(t.Context(), who, l.Product.ID, amount, 91)
	require.NoError(t, err)
	return apply.Request{ProductID: l.Product.ID, Amount: amount, TermDays: 91, BankCardID: card, AgreementHash: text.Hash, Accepted: true}
}

// Applied returns an order that waits for its review.
func (l *Flows) Applied(t T, who borrower.Borrower, card uuid.UUID, amount int64) loan.Order {
	ref, err := l.Apply.Do(t.Context(), WithNewKey(who, "loan/apply"), l.Request(t, who, card, amount))
	require.NoError(t, err)
	return l.Order(t, ref.ID)
}

// Reviewed returns an order on which the lender has decided.
func (l *Flows) Reviewed(t T, who borrower.Borrower, card uuid.UUID, amount int64) loan.Order {
	o := l.Applied(t, who, card, amount)
	require.NoError(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
	return l.Order(t, o.ID)
}

// Confirmation returns a confirmation with the accepted agreement.
func (l *Flows) Confirmation(t T, who borrower.Borrower, order uuid.UUID) confirm.Request {
	text, err := l.Confirm.Agreement(t.Context(), who, order)
	require.NoError(t, err)
	return confirm.Request{OrderID: order, SMSCode: RightCode, AgreementHash: text.Hash, Accepted: true}
}

// Order reads an order.
func (l *Flows) Order(t T, id uuid.UUID) loan.Order {
	o, err := loan.ByID(id).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	return o
}
