// Package payout brings the money of confirmed orders to their borrowers, once.
package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Args ask for the payout of an order.
type Args struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (Args) Kind() string { return "order.payout" }

// InsertOpts names its queue.
func (Args) InsertOpts() river.InsertOpts { return job.Money.Options() }

// Accounts opens a card's account number for the bank and logs that it did.
type Accounts func(ctx context.Context, db postgres.DB, card uuid.UUID, actor string, now time.Time) (payment.Account, error)

// Payout is the flow.
type Payout struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	bank     payment.Gateway
	accounts Accounts
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, bank payment.Gateway, accounts Accounts) *Payout {
	return &Payout{pool: pool, clock: c, bank: bank, accounts: accounts}
}

// Run pays an order out, as far as it has not happened. It may be run again at any point, also by two processes at once:
// the reference stands in the database before the bank is asked, an attempt that may have reached the bank is looked up
// before it is sent again, and only one of all runs books the outcome. again is how long to wait before asking the bank
// once more; zero when there is nothing left to do.
func (p *Payout) Run(ctx context.Context, order uuid.UUID) (again time.Duration, err error) {
	d, live, err := loan.LiveDisbursement(ctx, p.pool, order)
	if err != nil || !live || d.State == loan.PayoutSucceeded {
		return 0, err
	}
	result, from, err := p.outcome(ctx, d)
	switch {
	case err != nil:
	case result.State == payment.Succeeded:
		err = p.book(ctx, d, result)
	case result.State == payment.Failed:
		err = p.refuse(ctx, d, from, result)
	default:
		return p.wait(ctx, d)
	}
	if errors.Is(err, loan.ErrState) {
		// Another run was faster. Should it have died since, this one goes on from where it stood.
		return p.pause(d), nil
	}
	return 0, err
}

// outcome asks the bank: what it knows of an attempt that may have reached it, or to pay. from is what was known of the
// attempt when the answer came: a name that is wrong refuses an attempt of which the bank has not heard.
func (p *Payout) outcome(ctx context.Context, d loan.Disbursement) (r payment.Result, from loan.PayoutState, err error) {
	if d.State == loan.PayoutUnknown {
		// An error says as little as no answer does.
		known, err := p.bank.Lookup(ctx, d.Reference)
		if err != nil || known.State != payment.NotFound {
			return clear(known, err), loan.PayoutUnknown, nil
		}
	}
	account, err := p.accounts(ctx, p.pool, d.BankCardID, "job:"+Args{}.Kind(), p.clock.Now())
	if err != nil {
		return r, d.State, err
	}
	if d.State == loan.PayoutCreated {
		if refused, err := p.inquire(ctx, account); err != nil || refused != nil {
			return *orUnknown(refused), loan.PayoutCreated, err
		}
		if err := loan.Asking(ctx, p.pool, d.ID); err != nil {
			return r, loan.PayoutCreated, err
		}
	}
	r, err = p.bank.Payout(ctx, payment.Transfer{
		Reference: d.Reference, Direction: payment.DirectionPayout, To: account, Amount: money.Of(d.Amount, d.Currency), Memo: d.Reference,
	})
	if errors.Is(err, payment.ErrRefused) {
		return p.refused(ctx, d), loan.PayoutUnknown, nil
	}
	return clear(r, err), loan.PayoutUnknown, nil
}

// refused is a transfer that the gateway will never take as it is, once it says that it has not heard of it either: a
// gateway that finds nothing at all may have been moved, and is asked again.
func (p *Payout) refused(ctx context.Context, d loan.Disbursement) payment.Result {
	known, err := p.bank.Lookup(ctx, d.Reference)
	if err == nil && known.State == payment.NotFound {
		return payment.Result{State: payment.Failed, FailureReason: payment.Refused}
	}
	return clear(known, err)
}

// inquire asks whose account it is before any money goes (10004). A bank that cannot say is asked again later.
func (p *Payout) inquire(ctx context.Context, a payment.Account) (*payment.Result, error) {
	holder, err := p.bank.NameInquiry(ctx, a)
	switch {
	case errors.Is(err, payment.ErrNoAccount):
		return &payment.Result{State: payment.Failed, FailureReason: payment.AccountUnknown}, nil
	case err != nil:
		return nil, fmt.Errorf("payout: name inquiry: %w", err)
	case !payment.SameName(holder, a.Holder):
		return &payment.Result{State: payment.Failed, FailureReason: payment.NameMismatch}, nil
	}
	return nil, nil
}

func clear(r payment.Result, err error) payment.Result {
	if err != nil {
		return payment.Result{State: payment.Unknown}
	}
	return r
}

func orUnknown(r *payment.Result) *payment.Result {
	if r == nil {
		return &payment.Result{State: payment.Unknown}
	}
	return r
}

// How long to wait before the bank is asked again, by the age of the attempt.
const (
	soon  = 2 * time.Second
	later = time.Minute
	rare  = 15 * time.Minute
)

// wait tells the borrower once that the bank has not answered clearly.
func (p *Payout) wait(ctx context.Context, d loan.Disbursement) (time.Duration, error) {
	if d.State == loan.PayoutCreated {
		err := loan.Tell(ctx, p.pool, loan.Told{OrderID: d.OrderID, Event: loan.PayoutUnclear, Actor: loan.ByBank, At: p.clock.Now()})
		if err != nil {
			return 0, err
		}
	}
	return p.pause(d), nil
}

func (p *Payout) pause(d loan.Disbursement) time.Duration {
	switch age := p.clock.Now().Sub(d.CreatedAt); {
	case age < 5*time.Minute:
		return soon
	case age < 24*time.Hour:
		return later
	default:
		return rare
	}
}
