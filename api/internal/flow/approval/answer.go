package approval

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Pending is what new devices of a member want from a trusted one.
type Pending struct {
	// Request is the request that waits for an answer; nil if none does.
	Request *member.Approval
	// News is the newest unread notice of a new device, or of one let in by the second fact, except for this device and
	// the one with the request; nil if none.
	News *support.Notice
}

// Pending reads what is pending.
func (a *Approval) Pending(ctx context.Context, s member.Session) (Pending, error) {
	b := &pgx.Batch{}
	request := member.PendingApproval(s, a.clock.Now()).Queue(b)
	unread := support.NewestUnread(s.MemberID, s.DeviceID, notify.OfDevices()...).Queue(b)
	if err := postgres.Send(ctx, a.pool, b); err != nil {
		return Pending{}, err
	}
	p := Pending{Request: request.Get(), News: unread.Get()}
	if p.Request != nil && p.News != nil && *p.News.Subject == p.Request.DeviceID {
		p.News = nil
	}
	return p, nil
}

// Approve lets in the new device that shows these digits. Wrong digits return ApprovalWrong and are counted; the last
// wrong try, and a request that no longer waits, return ApprovalOver. Repeating an approval is no error.
func (a *Approval) Approve(ctx context.Context, s member.Session, id uuid.UUID, digits string) error {
	return a.answer(ctx, s, id, member.ApprovalApproved, func(b *pgx.Batch, r member.Approval, now time.Time) (string, error) {
		if r.HasDigits(digits) {
			member.QueueApprove(b, r, s.DeviceID, now)
			return "device.approval_given", nil
		}
		if member.QueueWrongDigits(b, r, s.DeviceID, now) {
			return "device.approval_failed", reason.New(reason.ApprovalOver)
		}
		return "device.approval_misnamed", reason.New(reason.ApprovalWrong)
	})
}

// Refuse refuses a new device's login. Repeating a refusal is no error.
func (a *Approval) Refuse(ctx context.Context, s member.Session, id uuid.UUID) error {
	return a.answer(ctx, s, id, member.ApprovalRefused, func(b *pgx.Batch, r member.Approval, now time.Time) (string, error) {
		member.QueueRefuse(b, r, s.DeviceID, now)
		return "device.approval_refused", nil
	})
}

// answer applies do to the locked request if it still waits. What do queues is committed even if it refuses.
func (a *Approval) answer(
	ctx context.Context, s member.Session, id uuid.UUID, as member.ApprovalState, do func(b *pgx.Batch, r member.Approval, now time.Time) (action string, refused error),
) error {
	return postgres.InTxBatched(ctx, a.pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		r, err := member.LockApproval(s, id).Read(ctx, tx)
		if err != nil {
			return err
		}
		now := a.clock.Now()
		switch state := r.StateAt(now); {
		case state == as && *r.AnsweredBy == s.DeviceID:
			return nil
		case state != member.ApprovalWaiting:
			return reason.New(reason.ApprovalOver)
		}
		action, refused := do(last, r, now)
		if err := note(last, s, action, r, now); err != nil {
			return err
		}
		// The member has now seen the device, so its notice is marked as read.
		support.QueueReadAbout(last, s.MemberID, r.DeviceID, now, notify.OfDevices()...)
		if refused == nil {
			return nil
		}
		if err := postgres.Send(ctx, tx, last); err != nil {
			return err
		}
		return postgres.CommitWith(refused)
	})
}
