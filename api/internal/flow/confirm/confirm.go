// Package confirm is the borrower's "agree to lend": the final agreement is accepted and the money is on its way.
package confirm

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
)

// Codes proves that a borrower's device had an SMS code for confirming a loan sent to their number. A wrong try counts when the caller commits.
type Codes func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error

// Confirm is the flow.
type Confirm struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	codes Codes
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, codes Codes) *Confirm {
	return &Confirm{pool: pool, clock: c, codes: codes}
}

// Request confirms an offer.
type Request struct {
	OrderID uuid.UUID
	SMSCode string
	// AgreementHash names the final text that was read, Accepted that it was agreed to.
	AgreementHash string
	Accepted      bool
}

// Agreement is the final text of an offer, and once it is confirmed the very text that was accepted: one round trip.
func (c *Confirm) Agreement(ctx context.Context, who borrower.Borrower, order uuid.UUID) (agreement.Text, error) {
	b := &pgx.Batch{}
	of, accepted := partiesOf(who.ID, loan.OfMember(who.ID, order)).Queue(b), loan.FindAcceptedOffer(order).Queue(b)
	if err := postgres.Send(ctx, c.pool, b); err != nil {
		return agreement.Text{}, err
	}
	if a := accepted.Get(); a != nil {
		return agreement.Parse(a.Version, a.Lang, a.Body), nil
	}
	p := of.Get()
	data, err := p.data(c.clock.Now())
	if err != nil {
		return agreement.Text{}, err
	}
	return agreement.Write(p.order.Terms.ContractVersion, who.Lang, data)
}

// Do confirms an offer, once per intention: the code is used up, the text accepted is kept, and the payout is written
// down with its reference before anybody asks the bank.
func (c *Confirm) Do(ctx context.Context, who borrower.Borrower, r Request) (loan.Ref, error) {
	now := c.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, decidingOf(who, r.OrderID, now))
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, locked, func(ctx context.Context, tx pgx.Tx, d deciding, last *pgx.Batch) (loan.Ref, error) {
		accepted, err := d.accept(who, r, now)
		if err != nil {
			return loan.Ref{}, err
		}
		// Nothing has been written yet: keeping a wrong try keeps nothing else.
		if err := c.codes(ctx, tx, who, r.SMSCode, now); err != nil {
			return loan.Ref{}, postgres.CommitWith(err)
		}
		return loan.Ref{ID: d.order.ID, OrderNo: d.order.OrderNo, Status: loan.Disbursing}, queue(last, d.order, accepted, now)
	})
}

// parties is what the final text is made of.
type parties struct {
	order    loan.Order
	verified kyc.VerifiedData
	cards    bankcard.Summaries
}

func partiesOf(member uuid.UUID, order postgres.Query[loan.Order]) postgres.Query[parties] {
	return postgres.Together("confirm: parties", func(b *pgx.Batch) func() (parties, error) {
		of, verified, cards := order.Queue(b), kyc.VerifiedDataOf(member).Queue(b), bankcard.OfMember(member).Queue(b)
		return func() (parties, error) {
			return parties{order: of.Get(), verified: verified.Get(), cards: cards.Get()}, nil
		}
	})
}

// data are the figures of a payout on the day of an instant.
func (p parties) data(at time.Time) (agreement.Data, error) {
	r := region.Get(p.order.Region)
	q, err := pricing.Quote(p.order.Terms, r, p.order.Principal, p.order.TermDays, r.Today(at))
	if err != nil {
		return agreement.Data{}, err
	}
	d := agreement.Data{OrderNo: p.order.OrderNo, Borrower: p.verified.Name, IDLast4: p.verified.IDLast4, Terms: p.order.Terms, Quote: q}
	if card := p.cards.Find(p.order.BankCardID); card != nil {
		d.Account = bankName(r, card.BankCode) + " ••••" + card.Last4
	}
	return d, nil
}

func bankName(r *region.Region, code string) string {
	if bank, ok := r.Bank(code); ok {
		return bank.ShortName
	}
	return code
}

// deciding is what a confirmation is decided on.
type deciding struct {
	parties
	confirmed loan.Confirmations
	lenders   []product.Lender
}

// decidingOf reads it and holds the borrower's credit and the order until the transaction ends: of two confirmations, or of
// one and a payment that is taken back, the second sees what the first has made them owe.
func decidingOf(who borrower.Borrower, order uuid.UUID, now time.Time) postgres.Query[deciding] {
	return postgres.Together("confirm: deciding", func(b *pgx.Batch) func() (deciding, error) {
		credit.QueueHold(b, who.ID)
		of := partiesOf(who.ID, loan.Lock(who.ID, order)).Queue(b)
		confirmed := loan.ConfirmationsOf(who.ID, who.Region.Today(now).In(who.Region.TimeZone)).Queue(b)
		lenders := product.Lenders().Queue(b)
		return func() (deciding, error) {
			return deciding{parties: of.Get(), confirmed: confirmed.Get(), lenders: lenders.Get()}, nil
		}
	})
}

// overDebt refuses an offer with which the borrower would owe more than the region allows by now: a loan that was settled
// when they applied runs again, or a cap was lowered.
func (d deciding) overDebt() error {
	n := slices.IndexFunc(d.lenders, func(l product.Lender) bool { return l.Code == d.order.LenderCode })
	if n < 0 {
		return fmt.Errorf("confirm: order %s is of no lender", d.order.ID)
	}
	return product.OverDebt(region.Get(d.order.Region), d.lenders[n].Type, d.confirmed.Principal, d.order.Principal)
}

// accept checks that the offer can be confirmed and that the text that was read is the one that is true.
func (d deciding) accept(who borrower.Borrower, r Request, now time.Time) (loan.Acceptance, error) {
	if d.order.Status != loan.ToConfirm {
		return loan.Acceptance{}, reason.New(reason.OrderNotConfirmable)
	}
	if !now.Before(*d.order.OfferExpiresAt) {
		return loan.Acceptance{}, reason.New(reason.OfferExpired)
	}
	if !r.Accepted {
		return loan.Acceptance{}, reason.New(reason.ContractNotAccepted)
	}
	if card := d.cards.Find(d.order.BankCardID); card == nil || !card.Active() {
		return loan.Acceptance{}, reason.New(reason.CardNotActive)
	}
	if d.confirmed.Today >= who.Region.DailyApplyLimit {
		return loan.Acceptance{}, products.DailyLimit(who.Region, who.Region.Today(now))
	}
	if err := d.overDebt(); err != nil {
		return loan.Acceptance{}, err
	}
	data, err := d.data(now)
	if err != nil {
		return loan.Acceptance{}, err
	}
	accepted, err := agreement.Accept(r.AgreementHash, who.Lang, data)
	accepted.OrderID, accepted.Stage, accepted.AcceptedAt, accepted.DeviceID = d.order.ID, loan.StageOffer, now, who.DeviceID
	return accepted, err
}

func queue(b *pgx.Batch, o loan.Order, accepted loan.Acceptance, now time.Time) error {
	err := loan.QueueMove(b, loan.Move{
		OrderID: o.ID, From: loan.ToConfirm, Event: loan.Confirmed, Actor: loan.ByMember, At: now, ConfirmedAt: &now,
		Detail: map[string]any{"amount": o.Terms.ActualReceived(o.Principal)},
	})
	if err != nil {
		return err
	}
	loan.QueueAcceptance(b, accepted)
	loan.QueueDisbursement(b, o, o.BankCardID, now)
	return job.Queue(b, job.Of(payout.Args{OrderID: o.ID}, document.ContractArgs{OrderID: o.ID})...)
}
