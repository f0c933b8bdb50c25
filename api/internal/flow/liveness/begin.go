package liveness

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Progress is the state of a check as its borrower may see it.
type Progress struct {
	Check face.Check
	Now   time.Time
	// SMSOnly and Wait are what the limits require after a failed check.
	SMSOnly bool
	Wait    time.Duration
}

// Begin verifies the device's signature over the nonce and starts the first step. A repeated call returns the current
// state. A wrong signature ends the check. pictures means that the phone takes single pictures.
func (l *Liveness) Begin(ctx context.Context, token, signature string, pictures bool) (Progress, error) {
	c, err := l.Faces.Find(ctx, l.Pool, token)
	if err != nil {
		return Progress{}, err
	}
	key, err := member.FaceKey(c.MemberID, c.DeviceID).Read(ctx, l.Pool)
	if err != nil {
		return Progress{}, err
	}
	if !member.SignedBy(key, c.Nonce, signature) {
		_, err := l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) error { c.GiveUp(l.Wall()); return nil })
		return Progress{}, errors.Join(reason.New(reason.FaceKeyWrong), err)
	}
	if c.State != face.Opened {
		return l.change(ctx, token, nil)
	}
	session, err := l.Provider.Start(ctx, c.Steps)
	if err != nil {
		return Progress{}, l.unjudged(ctx, token, err, nil)
	}
	return l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) error {
		if c.State != face.Opened {
			return nil
		}
		return c.Begin(session, pictures, l.Pace, l.Wall())
	})
}

// change is a change of a check. Writes whose result is not needed are queued in last, before the check itself.
type change func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check) error

// change applies a change to a check under its member's lock and returns the progress. A check that has timed out
// meanwhile is not changed. A failure that counts towards the limits is counted.
func (l *Liveness) change(ctx context.Context, token string, do change) (Progress, error) {
	return l.changeAfter(ctx, func(*pgx.Batch) {}, token, do)
}

// changeAfter is change after the statements of first.
func (l *Liveness) changeAfter(ctx context.Context, first func(*pgx.Batch), token string, do change) (Progress, error) {
	var p Progress
	var allowed *postgres.Answer[face.Allowance]
	err := postgres.InTxBatched(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		p, allowed = Progress{Now: l.Wall()}, nil
		b := &pgx.Batch{}
		first(b)
		locked := l.Faces.Lock(token).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		c := locked.Get()
		ended := c.State.Ended()
		var err error
		if !c.Expire(p.Now) && do != nil {
			err = do(ctx, tx, last, c)
		}
		if undecided(err) {
			// Nothing was decided, and a transaction with a failed statement cannot commit anything.
			return err
		}
		if !ended && c.State.Ended() {
			if err := l.queueEnded(last, c); err != nil {
				return err
			}
		}
		l.Faces.QueueSave(last, c)
		if c.State == face.Failed {
			allowed = l.allowance(c.MemberID, c.DeviceID).Queue(last)
		}
		p.Check = *c
		if err == nil {
			return nil
		}
		// The decision about the check is committed even though the call returns an error.
		if kept := postgres.Send(ctx, tx, last); kept != nil {
			return kept
		}
		return postgres.CommitWith(err)
	})
	if allowed != nil {
		if allowance, known := allowed.Known(); known {
			p.SMSOnly, p.Wait = allowance.SMSOnly, allowance.Wait(l.Wall())
		}
	}
	return p, err
}

// queueEnded counts a check that has ended towards the limits and logs it.
func (l *Liveness) queueEnded(b *pgx.Batch, c *face.Check) error {
	if c.Result.Counts() {
		face.CountFailure(c.MemberID, l.Limits.PerEnrolment, l.Clock.Now()).Queue(b)
	}
	return l.queueNoted(b, c, "face.check_ended", map[string]any{"state": c.State, "result": c.Result})
}

// undecided reports whether an error says nothing about the check.
func undecided(err error) bool {
	r := reason.Of(err)
	return r == reason.System || r == reason.SystemBusy
}

// unwritten releases a check if the provider's judgement could not be written, so that the same request can be repeated
// at once. Otherwise the claim would refuse it until the borrower's time is over.
func (l *Liveness) unwritten(ctx context.Context, token string, cause error, release func(*face.Check)) error {
	if !undecided(cause) {
		return cause
	}
	return errors.Join(cause, l.changeDetached(ctx, token, release))
}

// claim claims a check by do, which reports whether the check already has the result. If it is unknown whether the claim was
// stored, the check is released; a claim of another request stays.
func (l *Liveness) claim(ctx context.Context, token string, release func(*face.Check), do func(*face.Check) (has bool, err error)) (p Progress, has bool, err error) {
	var claim *time.Time
	p, err = l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) (err error) {
		claim = nil
		if has, err = do(c); err == nil && !has {
			claim = c.ClaimedAt
		}
		return err
	})
	if claim == nil || err == nil {
		return p, has, err
	}
	return p, has, l.unwritten(ctx, token, err, func(c *face.Check) {
		if c.ClaimedExactlyAt(*claim) {
			release(c)
		}
	})
}

// unjudged handles a check that could not be judged. If what it needs is only busy, the check is released, so that the
// same request can be repeated. Any other failure ends the check.
func (l *Liveness) unjudged(ctx context.Context, token string, cause error, release func(*face.Check)) error {
	_, passes := passing(cause)
	err := l.changeDetached(ctx, token, func(c *face.Check) {
		switch {
		case !passes:
			c.FailUnavailable(l.Wall())
		case release != nil:
			release(c)
		}
	})
	return errors.Join(unavailable(cause), err)
}

// changeDetached changes a check whose request has failed, even if its client has gone.
func (l *Liveness) changeDetached(ctx context.Context, token string, change func(*face.Check)) error {
	ctx, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	_, err := l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) error {
		change(c)
		return nil
	})
	return err
}

// unavailable returns result 000 for the borrower: try again later, or use the SMS code.
func unavailable(cause error) error {
	// This is longer than a phone waits with the same answer: the check has ended, and a repeated request would only
	// time out.
	after := 10 * time.Second
	if wait, passes := passing(cause); passes {
		after = wait
	}
	return reason.New(reason.FaceUnavailable).After(after).Because(cause)
}

// passing reports whether a failure passes by itself, and when to repeat the request: the provider, the database, the
// object store or the decoder of pictures is busy, which says nothing about the face.
func passing(cause error) (wait time.Duration, passes bool) {
	var busy facecheck.Busy
	var ours *reason.Error
	switch {
	case errors.As(cause, &busy):
		return busy.RetryAfter, true
	case errors.As(cause, &ours) && (ours.Reason == reason.SystemBusy || ours.Reason == reason.FileStoreAway):
		return max(ours.RetryAfter, time.Second), true
	}
	return 0, false
}
