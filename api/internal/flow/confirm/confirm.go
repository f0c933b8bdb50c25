// Package confirm is the borrower's confirmation of an offer ("agree to lend"): the borrower accepts the final
// agreement, and the payout begins.
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

// Codes checks the SMS code for confirming a loan that was sent for a borrower's device. A wrong try is counted when
// the caller commits.
type Codes func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error

// Confirm is the flow.
type Confirm struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	codes Codes
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, codes Codes) *Confirm {
	return &Confirm{pool: pool, clock: c, codes: codes}
}

// Request is the confirmation of an offer.
type Request struct {
	OrderID uuid.UUID
	SMSCode string
	// AgreementHash is the hash of the final text that was shown. Accepted is whether the borrower agreed to it.
	AgreementHash string
	Accepted      bool
}

// Agreement returns the final text of an offer, or, once the offer is confirmed, the text that was accepted, in one
// round trip.
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

// Do confirms an offer, once per intention. It uses the code up, stores the accepted text, and stores the payout with
// its reference before the bank is asked.
func (c *Confirm) Do(ctx context.Context, who borrower.Borrower, r Request) (loan.Ref, error) {
	now := c.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, decidingOf(who, r.OrderID, now))
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, locked, func(ctx context.Context, tx pgx.Tx, d deciding, last *pgx.Batch) (loan.Ref, error) {
		accepted, err := d.accept(who, r, now)
		if err != nil {
			return loan.Ref{}, err
		}
		// Nothing has been written yet, so committing a wrong try commits nothing else.
		if err := c.codes(ctx, tx, who, r.SMSCode, now); err != nil {
			return loan.Ref{}, postgres.CommitWith(err)
		}
		return loan.Ref{ID: d.order.ID, OrderNo: d.order.OrderNo, Status: loan.Disbursing}, queue(last, d.order, accepted, now)
	})
}

// parties is the data of the final text.
type parties struct {
	order    loan.Order
	verified kyc.VerifiedData
	cards    bankcard.Summaries
}

func partiesOf(member uuid.UUID, order postgres.Query[loan.Order]) postgres.Query[parties] {
	return postgres.Combine("confirm: parties", func(b *pgx.Batch) func() (parties, error) {
		of, verified, cards := order.Queue(b), kyc.VerifiedDataOf(member).Queue(b), bankcard.OfMember(member).Queue(b)
		return func() (parties, error) {
			return parties{order: of.Get(), verified: verified.Get(), cards: cards.Get()}, nil
		}
	})
}

// data returns the figures of a payout on the day of an instant.
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

// deciding is the data on which a confirmation is decided.
type deciding struct {
	parties
	confirmed loan.Confirmations
	lenders   []product.Lender
}

// decidingOf reads the data and locks the borrower's credit and the order until the transaction ends. Of two
// confirmations, or of a confirmation and a reversal, the second sees the debt that the first created.
func decidingOf(who borrower.Borrower, order uuid.UUID, now time.Time) postgres.Query[deciding] {
	return postgres.Combine("confirm: deciding", func(b *pgx.Batch) func() (deciding, error) {
		credit.QueueLock(b, who.ID)
		of := partiesOf(who.ID, loan.Lock(who.ID, order)).Queue(b)
		confirmed := loan.ConfirmationsOf(who.ID, who.Region.Today(now).In(who.Region.TimeZone)).Queue(b)
		lenders := product.Lenders().Queue(b)
		return func() (deciding, error) {
			return deciding{parties: of.Get(), confirmed: confirmed.Get(), lenders: lenders.Get()}, nil
		}
	})
}

// overDebt refuses an offer that would bring the borrower's debt above the region's cap. The debt may have grown since
// the application, because a settled loan was reopened, or the cap may have been lowered.
func (d deciding) overDebt() error {
	n := slices.IndexFunc(d.lenders, func(l product.Lender) bool { return l.Code == d.order.LenderCode })
	if n < 0 {
		return fmt.Errorf("confirm: the lender of order %s is unknown", d.order.ID)
	}
	return product.OverDebt(region.Get(d.order.Region), d.lenders[n].Type, d.confirmed.Principal, d.order.Principal)
}

// accept checks that the offer can be confirmed and that the accepted text is the valid one.
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
