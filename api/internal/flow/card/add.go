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
	tooMany := asked.Refusal(reason.TooManyRequests)
	switch {
	case *answered && tooMany != nil:
		return "", true, nil
	case *answered:
		return "", true, c.uncount(ctx, who.ID)
	case tooMany != nil:
		return "", false, tooMany
	}
	// An order in progress is carried out even if a consent was withdrawn meanwhile, and its money may need another
	// card.
	if err = agreed.Err(); err == nil || len(open.Get()) > 0 {
		evidence.saw(saw.Get())
		err = mayAdd(verified.Get(), cards.Get().Open(), *evidence, waits.Get())
	}
	if err != nil {
		return "", false, errors.Join(err, c.uncount(ctx, who.ID))
	}
	return verified.Get().Name, false, nil
}

// uncount takes back an inquiry that the bank was not asked or did not answer: it revealed nothing, so it does not count
// against the limit.
func (c *Card) uncount(ctx context.Context, member uuid.UUID) error {
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	return c.limit.Uncount(late, c.pool, inquiries(member))
}

// mayAdd returns why a borrower may add no card now, or nil. waits means that an order waits for its money.
func mayAdd(verified kyc.VerifiedData, cards bankcard.Summaries, evidence Evidence, waits bool) error {
	if verified.Name == "" {
		return reason.New(reason.VerificationIncomplete)
	}
	if waits {
		if err := evidence.beside(); err != nil {
			return err
		}
	}
	return checkRoom(cards, evidence)
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

// confirmName asks the bank for the account holder. A borrower who retries while the bank does not answer can still add
// the card afterwards: see uncount.
func (c *Card) confirmName(ctx context.Context, member uuid.UUID, form bankcard.Form, holder string) error {
	name, err := c.names.NameInquiry(ctx, payment.Account{BankCode: form.BankCode, Number: form.Number, Holder: holder})
	switch {
	case errors.Is(err, payment.ErrNoAccount):
		return reason.InvalidField("accountNumber", reason.AccountNumber)
	case errors.Is(err, payment.ErrRefused):
		return reason.InvalidField("accountNumber", reason.AccountUnconfirmed)
	case err != nil:
		err = errors.Join(err, c.uncount(ctx, member))
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
