package backoffice

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Reasons why an ID number is not taken from its holder.
var (
	errNumberHeldByNobody = errors.New("nobody has this ID number any more: the member who asked may give it again")
	errHolderBorrowed     = errors.New("the holder of this ID number has an order in progress or had a loan, so the number stays theirs")
)

// releasedKinds are the pictures that belong to a released identity.
var releasedKinds = []media.Kind{media.Identity, media.Face, media.Passbook}

// CloseIdentityReview records what an operator did about an ID number that two members gave. note is stored with the
// review.
func (o *Backoffice) CloseIdentityReview(ctx context.Context, review uuid.UUID, note, by, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		closed, err := kyc.Reviews.Close(ctx, tx, review, by, note, o.clock.Now())
		if err != nil {
			return err
		}
		if !closed {
			return errNoReview(review)
		}
		return o.write(ctx, tx, actor, "identity_review.close", "identity_review:"+review.String(), nil)
	})
}

func errNoReview(review uuid.UUID) error { return fmt.Errorf("there is no open review %s", review) }

// ReleaseIdentity takes an ID number from the member who gave it first, because it belongs to the member whom a review
// is about, and closes the review. The holder's verified and typed data, face and bank cards are deleted too, because
// they belong to another person's name. A holder who has borrowed keeps the number. Both members are notified. why is
// stored with the review and in the audit log.
func (o *Backoffice) ReleaseIdentity(ctx context.Context, review uuid.UUID, why, by, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		asked, err := kyc.OpenReview(o.region, review).Read(ctx, tx)
		switch {
		case err != nil:
			return err
		case asked == nil:
			return errNoReview(review)
		case asked.HolderID == nil:
			return errNumberHeldByNobody
		}
		holder, now := *asked.HolderID, o.clock.Now()
		b := &pgx.Batch{}
		// The holder cannot apply, add a card or submit another identity meanwhile, because each takes one of these
		// locks.
		member.QueueLock(b, holder)
		credit.QueueLock(b, holder)
		lent, open := loan.HasBorrowed(holder).Queue(b), loan.InProgressOf(holder).Queue(b)
		still := kyc.OpenReview(o.region, review).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		switch now := still.Get(); {
		case now == nil || now.HolderID == nil || *now.HolderID != holder:
			return reason.New(reason.StateChanged)
		case lent.Get() || len(open.Get()) > 0:
			return errHolderBorrowed
		}
		files, err := media.Erase(ctx, tx, holder, now, releasedKinds...)
		if err != nil {
			return err
		}
		b = &pgx.Batch{}
		kyc.QueueForget(b, holder)
		face.QueueEnd(b, holder, face.EndIdentityChanged, now)
		bankcard.QueueErase(b, holder, now)
		notify.Queue(b, notify.Notice{Member: holder, Kind: notify.IdentityReleased, At: now})
		notify.Queue(b, notify.Notice{Member: asked.MemberID, Kind: notify.IdentityOpen, At: now})
		if err := audit.Queue(b, audit.Entry{
			At: now, Actor: actor, Action: "identity.released", Subject: memberSubject(holder), Detail: map[string]any{"review": review, "why": why},
		}); err != nil {
			return err
		}
		if err := job.Queue(b, account.Removals(files)...); err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		switch closed, err := kyc.Reviews.Close(ctx, tx, review, by, why, now); {
		case err != nil:
			return err
		case !closed: // somebody has just closed the review without a change
			return reason.New(reason.StateChanged)
		}
		return nil
	})
}
