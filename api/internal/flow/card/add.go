package card

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// gatewayRetryAfter is when a retry makes sense after a gateway did not answer.
const gatewayRetryAfter = 5 * time.Second

// Add stores a new card of the verified person, once per intention. The bank is asked for the account holder before
// anything is written; a different name is refused (10004). The card is active at once, unless an order waits for its
// money: then an operator reviews the card first, and the order waits for it. Every card after the first needs a proof.
// While an order waits for its money, the proof must include a face check, or the reason why none is possible
// (FaceNeeded).
func (c *Card) Add(ctx context.Context, who borrower.Borrower, evidence Evidence, form bankcard.Form) (bankcard.Summary, error) {
	form, err := form.Check(who.Region)
	if err != nil {
		return bankcard.Summary{}, err
	}
	holder, seen, err := c.prepare(ctx, who, &evidence)
	if err != nil {
		return bankcard.Summary{}, err
	}
	if !seen {
		if err := c.confirmName(ctx, who.ID, form, holder); err != nil {
			return bankcard.Summary{}, err
		}
	}
	now := c.clock.Now()
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, lockCards(who, now), func(ctx context.Context, tx pgx.Tx, held lockedCards, _ *pgx.Batch) (bankcard.Summary, error) {
		if seen {
			// The stored response has expired since it was seen, and the bank has not been asked again.
			return bankcard.Summary{}, reason.New(reason.SystemBusy).After(time.Second)
		}
		return c.store(ctx, tx, who, held, evidence, form, holder, now)
	})
}

// prepare runs the checks that come before the bank is asked. seen reports whether this intention already has a
// response.
func (c *Card) prepare(ctx context.Context, who borrower.Borrower, evidence *Evidence) (holder string, seen bool, err error) {
	b := &pgx.Batch{}
	answered := idempotency.QueueIsAnswered(b, who.IdempotencyKey)
	verified, cards := kyc.VerifiedDataOf(who.ID).Queue(b), bankcard.OfMember(who.ID).Queue(b)
	agreed, open := member.QueueConsentCheck(b, who.ID, member.DataConsents...), loan.InProgressOf(who.ID).Queue(b)
	asked, waits := c.limit.Queue(b, inquiries(who.ID)), loan.HasUnpaid(who.ID).Queue(b)
	saw := face.RecentCheck(evidence.Session, evidence.Since).Queue(b)
	if err := postgres.Send(ctx, c.pool, b); err != nil {
		return "", false, err
	}
	if *answered {
		return "", true, nil
	}
	if err := asked.Refusal(reason.TooManyRequests); err != nil {
		return "", false, err
	}
	// An order in progress is carried out even if a consent was withdrawn meanwhile, and its money may need another
	// card.
	if err := agreed.Err(); err != nil && len(open.Get()) == 0 {
		return "", false, err
	}
	name := verified.Get().Name
	if name == "" {
		return "", false, reason.New(reason.VerificationIncomplete)
	}
	evidence.saw(saw.Get())
	if waits.Get() {
		if err := evidence.beside(); err != nil {
			return "", false, err
		}
	}
	return name, false, checkRoom(cards.Get().Open(), *evidence)
}

// checkRoom returns an error if no further card may be added.
func checkRoom(cards bankcard.Summaries, evidence Evidence) error {
	switch {
	case len(cards) > 0 && !evidence.Code && !evidence.Face:
		return reason.New(reason.FreshCodeNeeded)
	case len(cards) >= bankcard.MaxCards:
		return reason.New(reason.CardTooMany, "count", bankcard.MaxCards)
	}
	return nil
}

// confirmName asks the bank for the account holder. A request that the bank did not answer does not count against the
// limit, because it revealed nothing: a borrower who retries during an outage can still add the card afterwards.
func (c *Card) confirmName(ctx context.Context, member uuid.UUID, form bankcard.Form, holder string) error {
	name, err := c.names.NameInquiry(ctx, payment.Account{BankCode: form.BankCode, Number: form.Number, Holder: holder})
	switch {
	case errors.Is(err, payment.ErrNoAccount):
		return reason.InvalidField("accountNumber", reason.AccountNumber)
	case errors.Is(err, payment.ErrRefused):
		return reason.InvalidField("accountNumber", reason.AccountUnconfirmed)
	case err != nil:
		late, cancel := detached.WithTimeout(ctx, time.Second)
		defer cancel()
		err = errors.Join(err, c.limit.Uncount(late, c.pool, inquiries(member)))
		return reason.New(reason.ServiceUnavailable).After(gatewayRetryAfter).Because(fmt.Errorf("card: name inquiry: %w", err))
	case !payment.SameName(name, holder):
		return reason.New(reason.AccountNameWrong)
	}
	return nil
}

func (c *Card) store(
	ctx context.Context, tx pgx.Tx, who borrower.Borrower, held lockedCards, evidence Evidence, form bankcard.Form, holder string, now time.Time,
) (bankcard.Summary, error) {
	if err := checkRoom(held.cards.Open(), evidence); err != nil {
		return bankcard.Summary{}, err
	}
	if held.name != holder {
		// The identity was corrected after the bank was asked about the earlier name.
		return bankcard.Summary{}, reason.New(reason.StateChanged)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return bankcard.Summary{}, fmt.Errorf("card: %w", err)
	}
	added := bankcard.Addition{
		ID: id, Member: who.ID, Device: who.DeviceID, Region: who.Region.Code, Holder: holder, Form: form, Now: now,
		Status: bankcard.Active, Default: !held.cards.AnyActive(),
	}
	if len(held.orders) > 0 {
		if err := evidence.beside(); err != nil {
			return bankcard.Summary{}, err
		}
		added.Status, added.Default = bankcard.Inactive, false
	}
	b := &pgx.Batch{}
	c.cards.QueueAdd(b, added)
	if len(held.orders) > 0 {
		queueReview(b, held.orders, id, evidence.note(), now)
	}
	kyc.QueueDropDraft(b, who.ID, who.DeviceID, kyc.BankCard)
	after := bankcard.OfMemberWithIDLast4(who.ID).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return bankcard.Summary{}, err
	}
	return *after.Get().Find(id), nil
}

// queueReview queues the card for an operator's review. Every order whose card may still be changed waits for it: a new
// card replaces the card of an order in progress (specification 4).
func queueReview(b *pgx.Batch, orders []loan.Order, card uuid.UUID, face string, now time.Time) {
	var first *uuid.UUID
	for _, o := range orders {
		if o.Status == loan.Disbursing || !o.Mendable(now) {
			continue
		}
		if first == nil || o.Status == loan.DisbursementFailed {
			first = &o.ID
		}
		loan.QueuePendingCard(b, o.ID, card, now)
	}
	bankcard.QueueReview(b, card, first, face, now)
}
