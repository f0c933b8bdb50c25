package backoffice

import (
	"context"
	"encoding/hex"
	"errors"
	"maps"

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

// Reasons why an account is not moved to another number.
var (
	errNumberUnproved  = errors.New("nobody has logged in with the new number: the borrower must do that first, which proves the number with a code")
	errNumberSame      = errors.New("both numbers are the same")
	errNumberGone      = errors.New("one of the two accounts is being deleted or has been deleted")
	errNumberAnonymous = errors.New("the account of the old number has no verified identity, so its owner cannot be established; the borrower can use the account of the new number")
	errNumberTaken     = errors.New("the account of the new number has an identity or an order of its own, so it belongs to somebody")
)

// ChangeNumber moves the account of a number to another number. The account of the new number must have neither
// identity nor order and is deleted at once.
// The moved account is logged out everywhere, and a login with the new number must give the second fact. Data that
// belongs to the old number alone is deleted: its codes, its verification by the carrier, the pages visited with it.
// The present owner of the old number starts afresh with it. why is written to the audit log. changed is false, and
// nothing is done, if the account with the new number was already moved there from the old one.
func (o *Backoffice) ChangeNumber(ctx context.Context, from, to, why, by, actor string) (changed bool, err error) {
	empty, err := o.Member(ctx, to)
	registered := !errors.Is(err, ErrNobody)
	if err != nil && registered {
		return false, err
	}
	moved, err := o.Member(ctx, from)
	if registered && (err == nil || errors.Is(err, ErrNobody)) {
		if done, err := o.isMoved(ctx, empty, moved, from); err != nil || done {
			return false, err
		}
	}
	switch {
	case err != nil:
		return false, err
	case !registered:
		return false, errNumberUnproved
	case moved.ID == empty.ID:
		return false, errNumberSame
	case moved.Status != member.StatusActive || empty.Status != member.StatusActive:
		return false, errNumberGone
	}
	err = o.moveNumber(ctx, moved, empty, why, by, actor)
	return err == nil, err
}

// isMoved reports whether an account was already moved from the number, and no account with that number has proved an
// identity since. If one has, the operator means that other account.
func (o *Backoffice) isMoved(ctx context.Context, now, there member.Summary, from string) (bool, error) {
	before, err := audit.IsLogged(numberChanged, memberSubject(now.ID), o.cameFrom(from)).Read(ctx, o.pool)
	if err != nil || !before {
		return false, err
	}
	proved, err := kyc.Proved(there.ID).Read(ctx, o.pool)
	return !proved, err
}

// numberChanged is the audit action for the move of an account to another number.
const numberChanged = "member.number_changed"

// cameFrom returns the audit detail for the former number of an account: its keyed hash.
func (o *Backoffice) cameFrom(number string) map[string]any {
	return map[string]any{"number": hex.EncodeToString(o.members.TypedHash(number))}
}

// moveNumber gives an account the number of an empty one.
func (o *Backoffice) moveNumber(ctx context.Context, moved, empty member.Summary, why, by, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		member.QueueLockLoginCodes(b, moved.ID, empty.ID)
		o.members.QueueGiveUpNumber(b, empty.ID, empty.Phone)
		channel.QueueForgetPages(b, moved.ID)
		o.members.QueueMoveNumber(b, moved.ID, moved.Phone, empty.Phone)
		// The rows are locked, so neither member can prove an identity or apply meanwhile.
		known, stranger := kyc.Proved(moved.ID).Queue(b), kyc.Proved(empty.ID).Queue(b)
		ordered := loan.HasOrders(empty.ID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		switch {
		case !known.Get():
			return errNumberAnonymous
		case stranger.Get() || ordered.Get():
			return errNumberTaken
		}
		now := o.clock.Now()
		b = &pgx.Batch{}
		// The job that erases accounts finds this deletion due at once.
		member.QueueRequestDeletion(b, empty.ID, now, now)
		kyc.QueueCloseReviews(b, empty.ID, by, why, now)
		// Before the sessions: entering a code locks the code and then the session.
		o.members.QueueForgetCodes(b, moved.Phone, empty.Phone)
		for _, m := range []member.Summary{moved, empty} {
			member.QueueLogOut(b, m.ID, now)
		}
		carrier.QueueErase(b, moved.ID)
		detail := map[string]any{"from": secret.MaskPhone(moved.Phone), "to": secret.MaskPhone(empty.Phone), "why": why}
		came := o.cameFrom(moved.Phone)
		maps.Copy(came, detail)
		err := audit.Queue(b,
			audit.Entry{At: now, Actor: actor, Action: numberChanged, Subject: memberSubject(moved.ID), Detail: came},
			audit.Entry{At: now, Actor: actor, Action: "member.number_given_up", Subject: memberSubject(empty.ID), Detail: detail})
		if err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		return o.members.ForgetSecondFactTries(ctx, tx, moved.ID)
	})
}
