// Package apply takes applications for loans.
package apply

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// Request is an application. Amount is in minor units.
type Request struct {
	ProductID  uuid.UUID
	Amount     int64
	TermDays   int
	BankCardID uuid.UUID
	// AgreementHash is the hash of the text that was shown. Accepted is whether the borrower agreed to it.
	AgreementHash string
	Accepted      bool
	Purpose       string
}

// Apply is the flow.
type Apply struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Apply { return &Apply{pool: pool, clock: c} }

// Do creates an order from an application, once per intention, and queues its review. If the application is refused, it
// returns the reason of the first failed check.
func (a *Apply) Do(ctx context.Context, who borrower.Borrower, r Request) (loan.Ref, error) {
	now := a.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, decidingOf(who, r.ProductID, now))
	return idempotency.RunBatched(ctx, a.pool, who.IdempotencyKey, locked, func(_ context.Context, _ pgx.Tx, d deciding, last *pgx.Batch) (loan.Ref, error) {
		p, view := d.product, d.view
		if err := check(d, r); err != nil {
			return loan.Ref{}, err
		}
		terms := pricing.Terms(p, who.Region)
		accepted, err := accept(terms, who, view.Today, r)
		if err != nil {
			return loan.Ref{}, err
		}
		order, err := order(who, p, terms, r, now, view.Today)
		if err != nil {
			return loan.Ref{}, err
		}
		accepted.OrderID, accepted.AcceptedAt = order.ID, now
		return loan.Ref{ID: order.ID, OrderNo: order.OrderNo, Status: loan.WaitingReview}, queue(last, order, accepted, who.WhiteListed)
	})
}

// deciding is the data on which an application is decided.
type deciding struct {
	view    products.View
	product product.Product
	cards   bankcard.Summaries
}

// decidingOf reads the data, locks the borrower's credit, and refuses a borrower who has not given the necessary
// consents.
func decidingOf(who borrower.Borrower, id uuid.UUID, now time.Time) postgres.Query[deciding] {
	return postgres.Combine("apply: deciding", func(b *pgx.Batch) func() (deciding, error) {
		view := products.LockView(who, now).Queue(b)
		member.QueueRequireConsentsGiving(b, who.ID, member.DataConsents, member.ConsentCredit)
		found := product.ByID(who.Region.Code, id).Queue(b)
		cards := bankcard.OfMember(who.ID).Queue(b)
		return func() (deciding, error) {
			return deciding{view: view.Get(), product: found.Get(), cards: cards.Get()}, nil
		}
	})
}

// check runs the checks in this order: first what the borrower can fix at once, last what only time changes.
func check(d deciding, r Request) error {
	p, view := d.product, d.view
	if !r.Accepted {
		return reason.New(reason.ContractNotAccepted)
	}
	if len(view.Verified.Missing) > 0 || view.CarrierMissing() {
		return reason.New(reason.VerificationIncomplete)
	}
	card := d.cards.Find(r.BankCardID)
	if card == nil {
		return reason.New(reason.CardNotFound)
	}
	if !card.Active() {
		return reason.New(reason.CardNotActive)
	}
	if err := pricing.Bounds(p.Current, r.Amount, r.TermDays); err != nil {
		return err
	}
	eligibility := view.Eligibility(p)
	if eligibility.Why != nil {
		if eligibility.AvailableAt != nil {
			return eligibility.Why.Until(*eligibility.AvailableAt)
		}
		return eligibility.Why
	}
	if view.DailyLimitReached() {
		return products.DailyLimit(region.Get(p.Region), view.Today)
	}
	if r.Amount > view.Available() {
		return reason.New(reason.CreditTooLow, "amount", money.Of(view.Available(), p.Current.Currency))
	}
	if err := product.OverDebt(region.Get(p.Region), p.Lender.Type, view.Activity.Committed(), r.Amount); err != nil {
		return err
	}
	if r.Amount > eligibility.MaxAmount {
		return reason.New(reason.AmountOutOfBounds, "min", money.Of(p.Current.MinAmount, p.Current.Currency), "max", money.Of(eligibility.MaxAmount, p.Current.Currency))
	}
	return nil
}

// accept finds the text with the given hash among those that are valid today.
func accept(terms loan.Terms, who borrower.Borrower, today money.Date, r Request) (loan.Acceptance, error) {
	q, err := pricing.Quote(terms, who.Region, r.Amount, r.TermDays, today)
	if err != nil {
		return loan.Acceptance{}, err
	}
	accepted, err := agreement.Accept(r.AgreementHash, who.Lang, agreement.Data{Terms: terms, Quote: q})
	accepted.Stage, accepted.DeviceID = loan.StageApplication, who.DeviceID
	return accepted, err
}

func order(who borrower.Borrower, p product.Product, terms loan.Terms, r Request, now time.Time, today money.Date) (loan.Order, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return loan.Order{}, fmt.Errorf("apply: %w", err)
	}
	return loan.Order{
		ID: id, OrderNo: number(today), MemberID: who.ID, Region: who.Region.Code, AppProductID: who.AppProductID,
		ProductID: p.ID, ProductVersion: p.Current.Number, LenderCode: p.Lender.Code, Currency: p.Current.Currency,
		AppliedAmount: r.Amount, TermDays: r.TermDays, Terms: terms, BankCardID: r.BankCardID, Purpose: r.Purpose,
		AppliedAt: now, AppliedOn: today,
	}, nil
}

// number returns an order number: a date to sort by, and letters and digits that cannot be confused with each other.
func number(today money.Date) string {
	return "LM" + today.Time().Format("060102") + secret.Characters(8)
}

func queue(b *pgx.Batch, o loan.Order, accepted loan.Acceptance, whiteListed bool) error {
	loan.QueueOrder(b, o)
	loan.QueueAcceptance(b, accepted)
	// The text above the acceptance mentions the credit check.
	member.QueueConsents(b, o.MemberID, accepted.DeviceID, []member.Consent{{Kind: member.ConsentCredit, Version: accepted.Version, Granted: true}}, o.AppliedAt)
	applied := conversion.Args{MemberID: o.MemberID, Event: channel.Application, Subject: o.ID, At: o.AppliedAt}
	looked := job.Job{Args: review.Args{OrderID: o.ID, MemberID: o.MemberID, WhiteListed: whiteListed}}
	return job.Queue(b, looked, applied.Job())
}
