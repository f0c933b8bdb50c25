package backoffice

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Why an account is not moved to another number.
var (
	errNumberUnproved  = errors.New("nobody has logged in with the new number: the borrower does that first, so that a code has proved it")
	errNumberSame      = errors.New("both are the same number")
	errNumberGone      = errors.New("one of the two accounts is being deleted, or was")
	errNumberAnonymous = errors.New("the account of the old number has proved no identity: nobody can tell whose it is; the new number serves by itself")
	errNumberTaken     = errors.New("the account of the new number has an identity or an order of its own: it is somebody's")
)

// ChangeNumber moves the account of a number to another one, whose own account has neither identity nor order and is
// deleted at once. The moved account is logged out everywhere: whoever logs in with the new number names the second fact.
// What holds of the old number alone is forgotten: its codes, its proof by the carrier, the pages that were looked at from
// it. Whoever has the old number now begins afresh with it. why is kept in the audit log.
func (o *Backoffice) ChangeNumber(ctx context.Context, from, to, why, by, actor string) error {
	moved, err := o.member(ctx, from)
	if err != nil {
		return err
	}
	empty, err := o.member(ctx, to)
	switch {
	case errors.Is(err, ErrNobody):
		return errNumberUnproved
	case err != nil:
		return err
	case moved.ID == empty.ID:
		return errNumberSame
	case moved.Status != member.StatusActive || empty.Status != member.StatusActive:
		return errNumberGone
	}
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		o.members.QueueGiveUpNumber(b, empty.ID, empty.Phone)
		channel.QueueForgetPages(b, moved.ID)
		o.members.QueueMoveNumber(b, moved.ID, moved.Phone, empty.Phone)
		// Nobody proves an identity or applies meanwhile: the rows are held.
		known, stranger := kyc.FrontFile(moved.ID).Queue(b), kyc.FrontFile(empty.ID).Queue(b)
		ordered := loan.HasOrders(empty.ID).Queue(b)
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return postgres.Reason(err)
		}
		switch {
		case known.Get() == nil:
			return errNumberAnonymous
		case stranger.Get() != nil || ordered.Get():
			return errNumberTaken
		}
		now := o.clock.Now()
		b = &pgx.Batch{}
		// The job that erases accounts finds it due.
		member.QueueRequestDeletion(b, empty.ID, now, now)
		kyc.QueueCloseReviews(b, empty.ID, by, why, now)
		for _, m := range []member.Summary{moved, empty} {
			member.QueueLogOut(b, m.ID, now)
		}
		o.members.QueueForgetCodes(b, moved.Phone, empty.Phone)
		carrier.QueueErase(b, moved.ID)
		detail := map[string]any{"from": secret.MaskPhone(moved.Phone), "to": secret.MaskPhone(empty.Phone), "why": why}
		for _, e := range []audit.Entry{
			{At: now, Actor: actor, Action: "member.number_changed", Subject: memberSubject(moved.ID), Detail: detail},
			{At: now, Actor: actor, Action: "member.number_given_up", Subject: memberSubject(empty.ID), Detail: detail},
		} {
			if err := audit.Queue(b, e); err != nil {
				return err
			}
		}
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return postgres.Reason(err)
		}
		return o.members.ForgetSecondFactTries(ctx, tx, moved.ID)
	})
}
