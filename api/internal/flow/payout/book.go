package payout

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// book records that the money arrived. The attempt, the journal, the loan with its due date and the order's step are
// written in one transaction.
func (p *Payout) book(ctx context.Context, d loan.Disbursement, r payment.Result, said ...audit.Entry) error {
	now := p.since(d)
	o, err := loan.ByID(d.OrderID).Read(ctx, p.pool)
	if err != nil {
		return err
	}
	reg := region.Get(o.Region)
	on := paidOn(d, r, reg, now)
	q, err := pricing.Quote(o.Terms, reg, o.Principal, o.TermDays, on)
	if err != nil {
		return err
	}
	if err := checkAmount(d, q.ActualReceived); err != nil {
		return err
	}
	return p.write(ctx, said, func(b *pgx.Batch) error {
		awaiting := loan.RepayAwaiting
		err := loan.QueueMove(b, loan.Move{
			OrderID: o.ID, From: loan.Disbursing, Event: loan.PaidOut, Actor: loan.ByBank, At: now, RepayStatus: &awaiting,
			Detail: map[string]any{"serial": r.Serial, "reference": d.Reference, "amount": d.Amount, "dueDate": q.DueDate},
		})
		if err != nil {
			return err
		}
		loan.QueueFinish(b, d, loan.DisbursementUnknown, loan.DisbursementSucceeded, r.Serial, "", now)
		l := loan.Loan{
			OrderID: o.ID, Principal: o.Principal, ActualReceived: d.Amount, DisbursedOn: on, FirstDueDate: q.DueDate, DueDate: q.DueDate,
			InterestAtDue: q.Interest, TotalAtDue: q.TotalToRepay,
		}
		loan.QueueLoan(b, o.MemberID, l)
		notify.QueueForOrder(b, o, notify.PaidOut, now, "amount", money.Of(d.Amount, o.Currency), "date", q.DueDate)
		if err := ledger.Queue(b, journal(o, l, q, d, servicing.TimeOf(reg, now))...); err != nil {
			return err
		}
		paid := conversion.Args{MemberID: o.MemberID, Event: channel.Payout, Subject: o.ID, At: now, Value: money.Of(o.Principal, o.Currency)}
		return job.Queue(b, paid.Job())
	})
}

// since returns the time, which is never before the request of a payout: the process that wrote the request may have a
// clock that is a few seconds ahead, and the borrower agreed to the figures of its day.
func (p *Payout) since(d loan.Disbursement) time.Time {
	if now := p.clock.Now(); now.After(d.CreatedAt) {
		return now
	}
	return d.CreatedAt.UTC()
}

// checkAmount returns an error if a payout is not of the amount that the contract promises, in minor units.
func checkAmount(d loan.Disbursement, promised int64) error {
	if d.Amount != promised {
		return fmt.Errorf("payout: %s is for %d, but the terms require %d", d.Reference, d.Amount, promised)
	}
	return nil
}

// paidOn returns the business date from which the borrower has the money and interest accrues: the day on which the
// bank executed the payout, however late we learn of it, or today if the bank gives none. The date is kept between the
// day of our request and today.
func paidOn(d loan.Disbursement, r payment.Result, reg *region.Region, now time.Time) money.Date {
	asked, today := reg.Today(d.CreatedAt), reg.Today(now)
	switch on := r.ValueDate; {
	case on.IsZero() || on.After(today):
		return today
	case on.Before(asked):
		return asked
	default:
		return on
	}
}

// journal returns the postings of a payout. The service fee is owed from now on; interest and the other fees accrue
// later. If the payout becomes known days after its value date, the charges since then are posted with it, so that the
// journal is complete up to today, as after every event. Their month may be closed by then: see docs/operating.md.
func journal(o loan.Order, l loan.Loan, q loan.Quote, d loan.Disbursement, now servicing.Time) []ledger.Transaction {
	paid := ledger.Transaction{
		Key: "disbursement:" + d.Reference, Kind: ledger.KindDisbursement, Scope: o.ID, PostingDate: now.Today, ValueDate: l.DisbursedOn,
		At: now.At, Currency: o.Currency,
		Entries: ledger.Entries{}.
			Debit(ledger.PrincipalReceivable, q.Amount).
			Credit(ledger.Bank, q.ActualReceived).
			Credit(ledger.FrontServiceFeeIncome, q.FrontServiceFee).
			Debit(ledger.ServiceFeeReceivable, q.ServiceFee).
			Credit(ledger.ServiceFeeIncome, q.ServiceFee),
	}
	balance := ledger.Balance{}
	for _, e := range paid.Entries {
		balance[e.Account] = e.Amount
	}
	facts := servicing.Facts{Running: loan.Running{Order: o, Loan: l}}
	accrued, some := servicing.Accrual(servicing.Posted{Facts: facts, Balance: balance}, now.Today, now)
	if !some {
		return []ledger.Transaction{paid}
	}
	accrued.Key = "after:" + paid.Key
	return []ledger.Transaction{paid, accrued}
}

// fail records that the bank will not pay this attempt. The order stays approved, and the borrower may name another
// card within the time that an offer lasts. from is the state of the attempt before.
func (p *Payout) fail(ctx context.Context, d loan.Disbursement, from loan.DisbursementState, r payment.Result, said ...audit.Entry) error {
	now := p.since(d)
	o, err := loan.ByID(d.OrderID).Read(ctx, p.pool)
	if err != nil {
		return err
	}
	until := now.Add(time.Duration(o.Terms.OfferHours) * time.Hour)
	return p.write(ctx, said, func(b *pgx.Batch) error {
		err := loan.QueueMove(b, loan.Move{
			OrderID: o.ID, From: loan.Disbursing, Event: loan.PayoutFailed, Actor: loan.ByBank, At: now,
			FailureReason: &r.FailureReason, MendUntil: &until, Detail: map[string]any{"reason": r.FailureReason, "reference": d.Reference},
		})
		if err != nil {
			return err
		}
		loan.QueueFinish(b, d, from, loan.DisbursementAttemptFailed, r.Serial, r.FailureReason, now)
		end := until.In(region.Get(o.Region).TimeZone)
		notify.QueueForOrder(b, o, notify.PayoutFailed, now, "time", end.Format("15:04"), "date", money.DateOf(end))
		return nil
	})
}

// write sends one batch in a transaction, together with the audit entries. fill runs again for every try, because a
// batch can be sent only once.
func (p *Payout) write(ctx context.Context, said []audit.Entry, fill func(*pgx.Batch) error) error {
	return postgres.InTx(ctx, p.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		if err := fill(b); err != nil {
			return err
		}
		if err := audit.Queue(b, said...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
