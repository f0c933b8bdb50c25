package intent

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Request is what a borrower wants to pay.
type Request struct {
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
func (f *Flow) Open(ctx context.Context, key idempotency.Key, ask Request) (Intent, error) {
	loanOf := own(ask.Member, ask.Order)
	var fresh uuid.UUID
	made, err := idempotency.RunBatched(ctx, f.pool, key, loanOf, func(_ context.Context, _ pgx.Tx, facts servicing.Facts, last *pgx.Batch) (repay.Intent, error) {
		intent, err := f.newIntent(facts, ask, f.now())
		if err == nil {
			repay.QueueOpenIntent(last, intent)
			fresh = intent.ID
		}
		return intent, err
	})
	if err != nil {
		return Intent{}, err
	}
	if made.ID != fresh {
		// The stored response to a repeated request shows the intent as it was: it may have been paid or replaced since.
		return f.Intent(ctx, ask.Member, made.ID)
	}
	return f.shown(made, nil)
}

// newIntent builds an intent without storing it.
func (f *Flow) newIntent(facts servicing.Facts, ask Request, now servicing.Time) (repay.Intent, error) {
	owed := facts.Replay(now.Today).Owed
	amount, err := f.amount(ask, owed.Total(), facts.Order.Currency)
	if err != nil {
		return repay.Intent{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return repay.Intent{}, fmt.Errorf("intent: %w", err)
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
func (f *Flow) amount(ask Request, due int64, c money.Currency) (int64, error) {
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
	return f.shown(intent, paid)
}

// shown adds to an intent what its borrower sees of it now.
func (f *Flow) shown(intent repay.Intent, paid *repay.Payment) (Intent, error) {
	intent.State = intent.At(f.clock.Now())
	token := ""
	if intent.State == repay.Open {
		token = f.token(intent.ID)
	}
	route, err := f.route(intent)
	return Intent{Intent: intent, Route: route, Token: token, Payment: paid}, err
}
