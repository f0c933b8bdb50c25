// Package payout pays confirmed orders out to their borrowers, exactly once.
package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Args are the arguments of the job that pays an order out.
type Args struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (Args) Kind() string { return "order.payout" }

// InsertOpts names its queue.
func (Args) InsertOpts() river.InsertOpts { return job.Money.Options() }

// Accounts decrypts a card's account number for the bank and logs the access.
type Accounts func(ctx context.Context, db postgres.DB, card uuid.UUID, actor string, now time.Time) (payment.Account, error)

// Payout is the flow.
type Payout struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	bank     payment.Gateway
	accounts Accounts
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, bank payment.Gateway, accounts Accounts) *Payout {
	return &Payout{pool: pool, clock: c, bank: bank, accounts: accounts}
}

// Run pays an order out, continuing where an earlier run stopped. It may be run again at any point, also by two
// processes at once: the reference is stored before the bank is asked, an attempt that may have reached the bank is
// looked up before it is sent again, and only one run books the outcome. again is how long to wait before the next try;
// zero if nothing is left to do.
func (p *Payout) Run(ctx context.Context, order uuid.UUID) (again time.Duration, err error) {
	live, err := loan.LiveDisbursement(order).Read(ctx, p.pool)
	if err != nil || live == nil || live.State == loan.DisbursementSucceeded {
		return 0, err
	}
	d := *live
	result, from, err := p.outcome(ctx, d)
	if err == nil {
		again, err = p.conclude(ctx, d, from, result)
	}
	if err == nil && again > 0 {
		err = loan.RecordUnclear(ctx, p.pool, d, p.clock.Now())
	}
	if errors.Is(err, loan.ErrState) {
		// A concurrent run was faster. If it has died since, the next run continues from its state.
		return p.pause(d), nil
	}
	return again, err
}

// conclude writes the bank's answer and, for an outcome decided by an operator, the audit entries. again is zero if the
// answer is final.
func (p *Payout) conclude(ctx context.Context, d loan.Disbursement, from loan.DisbursementState, r payment.Result, said ...audit.Entry) (again time.Duration, err error) {
	switch r.State {
	case payment.Succeeded:
		return 0, p.book(ctx, d, r, said...)
	case payment.Failed:
		return 0, p.fail(ctx, d, from, r, said...)
	case payment.Declined:
		err = p.decline(ctx, d, r.FailureReason)
	}
	return p.pause(d), err
}

// outcome asks the bank for the state of an attempt that may have reached it, or to pay. from is the state of the
// attempt when the answer came: a wrong name fails an attempt that was never sent to the bank.
func (p *Payout) outcome(ctx context.Context, d loan.Disbursement) (r payment.Result, from loan.DisbursementState, err error) {
	var to *payment.Account
	if d.State == loan.DisbursementCreated {
		account, failed, err := p.inquire(ctx, d)
		switch {
		case err != nil:
			return r, loan.DisbursementCreated, err
		case failed != nil:
			return *failed, loan.DisbursementCreated, nil
		}
		if err := loan.MarkUnknown(ctx, p.pool, d.ID); err != nil {
			return r, loan.DisbursementCreated, err
		}
		to = &account
	}
	attempt := payment.Attempt{Reference: d.Reference, Sent: to == nil, Declined: d.DeclinedAt != nil}
	r, err = payment.Execute(ctx, p.bank, attempt, func(ctx context.Context) (payment.Transfer, error) {
		if to == nil {
			account, err := p.account(ctx, d)
			if err != nil {
				return payment.Transfer{}, err
			}
			to = &account
		}
		o, err := loan.ByID(d.OrderID).Read(ctx, p.pool)
		if err != nil {
			return payment.Transfer{}, err
		}
		if err := checkAmount(d, o.Terms.ActualReceived(o.Principal)); err != nil {
			return payment.Transfer{}, err
		}
		return payment.Transfer{
			Reference: d.Reference, Direction: payment.DirectionPayout, To: *to, Amount: money.Of(d.Amount, d.Currency), Memo: d.Reference,
			On: region.Get(o.Region).Today(p.clock.Now()),
		}, nil
	})
	return r, loan.DisbursementUnknown, err
}

func (p *Payout) account(ctx context.Context, d loan.Disbursement) (payment.Account, error) {
	return p.accounts(ctx, p.pool, d.BankCardID, "job:"+Args{}.Kind(), p.clock.Now())
}

// inquire asks the bank for the account holder before any money is sent (10004). If the bank cannot answer now, it is
// asked again later. If it refuses to answer, the attempt fails: no transfer has been ordered, and only another account
// helps.
func (p *Payout) inquire(ctx context.Context, d loan.Disbursement) (a payment.Account, failed *payment.Result, err error) {
	if a, err = p.account(ctx, d); err != nil {
		return a, nil, err
	}
	holder, err := p.bank.NameInquiry(ctx, a)
	switch {
	case errors.Is(err, payment.ErrNoAccount):
		return a, &payment.Result{State: payment.Failed, FailureReason: payment.AccountUnknown}, nil
	case errors.Is(err, payment.ErrRefused):
		return a, &payment.Result{State: payment.Failed, FailureReason: payment.AccountUnconfirmed}, nil
	case err != nil:
		return a, nil, fmt.Errorf("payout: name inquiry: %w", err)
	case !payment.SameName(holder, a.Holder):
		return a, &payment.Result{State: payment.Failed, FailureReason: payment.NameMismatch}, nil
	}
	return a, nil, nil
}

func (p *Payout) pause(d loan.Disbursement) time.Duration {
	return payment.RetryDelay(p.clock.Now().Sub(d.CreatedAt))
}
