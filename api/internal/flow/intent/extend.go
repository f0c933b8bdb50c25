package intent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// ExtendQuote is the cost of moving the due date, before the borrower agrees to it.
type ExtendQuote struct {
	Order   loan.Order
	Loan    loan.Loan
	Today   money.Date
	Choices []servicing.ExtensionOption
	// TimesUsed is how many of the TimesMax extensions are used.
	TimesUsed int
	TimesMax  int
	// UnpaidAllowed reports whether the fee may be added to the debt. PaidAllowed reports whether there is a fee, which
	// can then be paid at once.
	UnpaidAllowed bool
	PaidAllowed   bool
	// PaycodeMin is the minimum amount of a payment code in minor units; 0 if the region has no payment codes.
	PaycodeMin int64
	// ProofWaitingSince is when the newest proof of payment that nobody has reviewed was sent; nil if none is waiting.
	ProofWaitingSince *time.Time
}

// ExtendQuote computes what it costs today to move the due date of a loan.
func (f *Flow) ExtendQuote(ctx context.Context, member, order uuid.UUID) (ExtendQuote, error) {
	b := &pgx.Batch{}
	loanOf := own(member, order).Queue(b)
	proof := repay.ProofWaiting(order).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return ExtendQuote{}, err
	}
	facts, today := loanOf.Get(), f.now().Today
	choices, err := facts.Extendable(f.config.Region, today)
	if err != nil {
		return ExtendQuote{}, err
	}
	terms := facts.Order.Terms
	q := ExtendQuote{
		Order: facts.Order, Loan: facts.Loan, Today: today, Choices: choices,
		TimesUsed: facts.TimesExtended(), TimesMax: terms.ExtensionMax,
		UnpaidAllowed: terms.ExtensionUnpaid || choices[0].Fee == 0, PaidAllowed: choices[0].Fee > 0,
		ProofWaitingSince: proof.Get(),
	}
	if f.HasCode() {
		q.PaycodeMin = f.config.Region.PaycodeMin
	}
	return q, nil
}

// ExtendRequest is an extension that a borrower agrees to, with the figures that they saw. If the figures have changed
// meanwhile, the borrower must agree again.
type ExtendRequest struct {
	Member     uuid.UUID
	Session    uuid.UUID
	Order      uuid.UUID
	Times      int
	Fee        int64
	NewDueDate money.Date
	// Digest is that of the option that the borrower saw. It is empty in requests of the previous release's app, of which
	// only the figures above are compared.
	Digest string
	// Paid means that the fee is paid at once, by Method. Otherwise it is added to the debt.
	Paid     bool
	Method   repay.Method
	Accepted bool
}

// ExtendResult is the outcome of an extension request: an intent to pay the fee, or the new due date at once.
type ExtendResult struct {
	// IntentID is nil if the due date has already moved.
	IntentID   *uuid.UUID `json:"intentId"`
	NewDueDate money.Date `json:"newDueDate"`
	Fee        int64      `json:"fee"`
}

// Extend moves the due date now and adds the fee to the debt, or opens the intent whose payment moves it. It returns
// reason.ExtensionChanged if the figures differ from those in the request.
func (f *Flow) Extend(ctx context.Context, key idempotency.Key, ask ExtendRequest) (ExtendResult, error) {
	if !ask.Accepted {
		return ExtendResult{}, reason.InvalidField("accepted", reason.FieldRequired)
	}
	// The borrower agrees to what they were shown when the request arrives, not when the lock is free.
	locked := member.RequireSession(ask.Member, ask.Session, servicing.LockFacts(ask.Order, clock.Fixed(f.clock.Now())))
	return idempotency.RunBatched(ctx, f.pool, key, locked, func(_ context.Context, _ pgx.Tx, facts servicing.Locked, last *pgx.Batch) (ExtendResult, error) {
		if facts.Order.MemberID != ask.Member {
			return ExtendResult{}, reason.New(reason.OrderNotFound)
		}
		chosen, err := f.chosenOption(facts.Facts, ask, facts.Now.Today)
		if err != nil {
			return ExtendResult{}, err
		}
		if ask.Paid {
			return f.openExtension(last, facts.Facts, chosen, ask.Method, facts.Now)
		}
		return extendUnpaid(last, facts, chosen)
	})
}

// chosenOption returns the option that the request selects, if it still has the figures that the borrower saw.
func (f *Flow) chosenOption(facts servicing.Facts, ask ExtendRequest, today money.Date) (servicing.ExtensionOption, error) {
	choices, err := facts.Extendable(f.config.Region, today)
	if err != nil {
		return servicing.ExtensionOption{}, err
	}
	n := slices.IndexFunc(choices, func(c servicing.ExtensionOption) bool { return c.Times == ask.Times })
	if n < 0 || choices[n].Fee != ask.Fee || choices[n].NewDueDate != ask.NewDueDate || ask.Digest != "" && ask.Digest != choices[n].Digest() {
		return servicing.ExtensionOption{}, reason.New(reason.ExtensionChanged)
	}
	c, terms := choices[n], facts.Order.Terms
	switch least := f.config.Region.PaycodeMin; {
	case !ask.Paid && c.Fee > 0 && !terms.ExtensionUnpaid:
		return c, reason.New(reason.ExtensionFeeFirst)
	case ask.Paid && c.Fee == 0:
		return c, reason.New(reason.ExtensionChanged)
	case ask.Paid && ask.Method == repay.ByPaycode && !f.HasCode():
		return c, reason.New(reason.PaymentCodeOff)
	case ask.Paid && ask.Method == repay.ByPaycode && c.Fee < least:
		return c, reason.New(reason.AmountBelowMinimum, "amount", money.Of(least, facts.Order.Currency))
	}
	return c, nil
}

// extendUnpaid moves the due date and adds the fee to the debt. It replaces open intents, because their figures are
// outdated.
func extendUnpaid(last *pgx.Batch, facts servicing.Locked, c servicing.ExtensionOption) (ExtendResult, error) {
	now := facts.Now
	e := loan.Extension{
		Seq: facts.NextExtension(), EffectiveOn: now.Today, Days: c.Days, OldDueDate: c.OldDueDate, NewDueDate: c.NewDueDate, Fee: c.Fee,
		AfterPayment: facts.LastPayment(),
	}
	facts.Facts = facts.Extended(e)
	repay.QueueReplaceOpenIntents(last, facts.Order.ID, now.At)
	loan.QueueExtend(last, facts.Order.ID, e, loan.ByMember, now.At)
	args := []any{"date", e.NewDueDate}
	if e.Fee > 0 {
		args = append(args, "added", money.Of(e.Fee, facts.Order.Currency))
	}
	notify.QueueForOrder(last, facts.Order, notify.Extended, now.At, args...)
	key := fmt.Sprintf("extension:%s:%d", facts.Order.ID, e.Seq)
	if err := servicing.NewWriter(last, facts).Follow(key); err != nil {
		return ExtendResult{}, err
	}
	return ExtendResult{NewDueDate: e.NewDueDate, Fee: e.Fee}, nil
}

// openExtension creates the intent whose payment moves the due date. It is valid until the end of the business day.
func (f *Flow) openExtension(last *pgx.Batch, facts servicing.Facts, c servicing.ExtensionOption, m repay.Method, now servicing.Time) (ExtendResult, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return ExtendResult{}, fmt.Errorf("intent: %w", err)
	}
	repay.QueueOpenIntent(last, repay.Intent{
		ID: id, OrderID: facts.Order.ID, MemberID: facts.Order.MemberID, Purpose: repay.ForExtension, Method: m,
		Amount: c.Fee, Currency: facts.Order.Currency,
		Quote: repay.Quote{On: now.Today, Owed: facts.Replay(now.Today).Owed, Extension: &repay.ExtensionQuote{
			Times: c.Times, Days: c.Days, Fee: c.Fee, OldDueDate: c.OldDueDate, NewDueDate: c.NewDueDate,
		}},
		Code: repay.NewCode(), TokenHash: secret.TokenHash(f.token(id)), State: repay.Open,
		CreatedAt: now.At, ExpiresAt: f.endOfDay(now.Today),
	})
	return ExtendResult{IntentID: &id, NewDueDate: c.NewDueDate, Fee: c.Fee}, nil
}
