package pay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// IntentRequest is what a borrower wants to pay.
type IntentRequest struct {
	Member  uuid.UUID
	Order   uuid.UUID
	Purpose repay.Purpose
	Method  repay.Method
	// Amount is chosen by the borrower. A payoff ignores it and uses the amount that settles the loan today.
	Amount int64
}

// Intent is an intent together with where to pay it.
type Intent struct {
	repay.Intent
	Route Route
	// Token opens the pay page without login. It is empty if the intent can no longer be paid there.
	Token string
	// Payment is the payment received for the intent, or nil.
	Payment *repay.Payment
}

// Open creates an intent with its memo code. It replaces the loan's open intents; payments with their codes are still
// recognised.
func (f *Flow) Open(ctx context.Context, key idempotency.Key, ask IntentRequest) (Intent, error) {
	loanOf := own(ask.Member, ask.Order)
	made, err := idempotency.RunBatched(ctx, f.pool, key, loanOf, func(_ context.Context, _ pgx.Tx, facts servicing.Facts, last *pgx.Batch) (repay.Intent, error) {
		intent, err := f.newIntent(facts, ask, f.now())
		if err == nil {
			repay.QueueOpenIntent(last, intent)
		}
		return intent, err
	})
	if err != nil {
		return Intent{}, err
	}
	route, err := f.route(made)
	return Intent{Intent: made, Route: route, Token: f.token(made.ID)}, err
}

// newIntent builds an intent without storing it.
func (f *Flow) newIntent(facts servicing.Facts, ask IntentRequest, now servicing.Time) (repay.Intent, error) {
	owed := facts.Replay(now.Today).Owed
	amount, err := f.amount(ask, owed.Total(), facts.Order.Currency)
	if err != nil {
		return repay.Intent{}, err
	}
	id, err := newID()
	if err != nil {
		return repay.Intent{}, fmt.Errorf("pay: %w", err)
	}
	return repay.Intent{
		ID: id, OrderID: ask.Order, MemberID: ask.Member, Purpose: ask.Purpose, Method: ask.Method,
		Amount: amount, Currency: facts.Order.Currency, Quote: repay.Quote{On: now.Today, Owed: owed},
		Code: repay.NewCode(), TokenHash: secret.TokenHash(f.token(id)), State: repay.Open,
		CreatedAt: now.At, ExpiresAt: f.endOfDay(now.Today),
	}, nil
}

// amount returns the amount of an intent after checking it. The region sets the minimum amount of a payment code (spec
// 5: 100 currency units). A remaining balance below it can be paid by transfer.
func (f *Flow) amount(ask IntentRequest, due int64, c money.Currency) (int64, error) {
	if due == 0 {
		return 0, reason.New(reason.LoanSettled)
	}
	amount := ask.Amount
	if ask.Purpose == repay.ForPayoff {
		amount = due
	}
	if ask.Method == repay.ByPaycode && !f.HasCode() {
		return 0, reason.New(reason.PaymentCodeOff)
	}
	if least := f.config.Region.PaycodeMin; ask.Method == repay.ByPaycode && amount < least {
		return 0, reason.New(reason.AmountBelowMinimum, "amount", money.Of(least, c))
	}
	if amount > due {
		return 0, reason.New(reason.AmountAboveDue, "amount", money.Of(due, c))
	}
	return amount, nil
}

// own reads the paid-out loan of a member. The order of another member is reported as not found.
func own(member, order uuid.UUID) postgres.Query[servicing.Facts] {
	return postgres.Then(servicing.Read(order), func(facts servicing.Facts) (servicing.Facts, error) {
		if facts.Order.MemberID != member {
			return servicing.Facts{}, reason.New(reason.OrderNotFound)
		}
		return facts, nil
	})
}

// Intent returns an intent with its current state and its payment, if it has been paid.
func (f *Flow) Intent(ctx context.Context, member, id uuid.UUID) (Intent, error) {
	intent, paid, err := repay.IntentWithPayment(ctx, f.pool, member, id)
	if err != nil {
		return Intent{}, err
	}
	intent.State = intent.At(f.clock.Now())
	token := ""
	if intent.State == repay.Open {
		token = f.token(id)
	}
	route, err := f.route(intent)
	return Intent{Intent: intent, Route: route, Token: token, Payment: paid}, err
}

// Due is what is due on a loan and how it can be paid.
type Due struct {
	Order loan.Order
	Loan  loan.Loan
	Today money.Date
	// ValidUntil is the end of the business day, until which the figures are valid.
	ValidUntil time.Time
	// Owed is the amount that settles the loan today, by component.
	Owed   repay.Amounts
	Repaid int64
	// AtDue is the amount that settles the loan on the due date, or today if the due date has passed.
	AtDue   int64
	Overdue bool
	// Extendable reports whether the due date can be moved today.
	Extendable bool
	// PaycodeMin is the minimum amount of a payment code. Paycode reports whether a code can be made for the amount
	// owed.
	Paycode    bool
	PaycodeMin int64
	// ProofWaitingSince is when the newest proof of payment that nobody has reviewed was sent; nil if none is waiting
	// or nothing is owed.
	ProofWaitingSince *time.Time
}

// Due computes what is due today.
func (f *Flow) Due(ctx context.Context, member, order uuid.UUID) (Due, error) {
	b := &pgx.Batch{}
	loanOf := own(member, order).Queue(b)
	proof := repay.ProofWaiting(order).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return Due{}, err
	}
	facts, now := loanOf.Get(), f.now()
	state := facts.Replay(now.Today)
	d := Due{
		Order: facts.Order, Loan: facts.Loan, Today: now.Today, ValidUntil: f.endOfDay(now.Today), Owed: state.Owed, Repaid: state.Repaid.Total(),
		Overdue: facts.RepayStatus(now.Today) == loan.RepayOverdue, PaycodeMin: f.config.Region.PaycodeMin,
		Extendable: facts.CanExtend(f.config.Region, now.Today, state),
	}
	d.Paycode = f.HasCode() && d.Owed.Total() >= d.PaycodeMin
	if !state.Settled() {
		d.ProofWaitingSince = proof.Get()
	}
	d.AtDue = d.Owed.Total()
	if due := facts.Loan.DueDate; now.Today.Before(due) {
		d.AtDue = facts.Replay(due).Owed.Total()
	}
	return d, nil
}

// Saving returns how much less the loan costs today than on the due date.
func (d Due) Saving() int64 { return max(0, d.AtDue-d.Owed.Total()) }
