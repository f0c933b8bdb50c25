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

// Progress is where a check stands, as its borrower may know.
type Progress struct {
	Check face.Check
	Now   time.Time
	// SMSOnly and Wait are what the limits say after a check that did not pass.
	SMSOnly bool
	Wait    time.Duration
}

// Begin takes the device's signature over the nonce and puts the first step in hand. A second time it answers where the
// check stands. A signature that is not the device's gives the check up. pictures: the phone takes single ones.
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

// change is what is done to a check. Its writes that nothing is decided on are left in last, in front of the check itself.
type change func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check) error

// change changes a check under its member's lock and says where it stands. One that ran out of time meanwhile is not
// changed any more. A failure that counts is counted.
func (l *Liveness) change(ctx context.Context, token string, do change) (Progress, error) {
	return l.changeAfter(ctx, func(*pgx.Batch) {}, token, do)
}

// changeAfter is change behind what is queued first.
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
		if r := reason.Of(err); r == reason.System || r == reason.SystemBusy {
			// Nothing was decided, and a transaction in which a statement failed can keep nothing.
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
		// What was decided about the check stands, also when it is bad news.
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

// queueEnded counts what a check that has ended counts for.
func (l *Liveness) queueEnded(b *pgx.Batch, c *face.Check) error {
	if c.Result.Counts() {
		face.CountFailure(c.MemberID, l.Limits.PerEnrolment, l.Clock.Now()).Queue(b)
	}
	return l.queueNoted(b, c, "face.check_ended", map[string]any{"state": c.State, "result": c.Result})
}

// unjudged is the answer when the provider could not judge. One that is busy gives the check back, so that the same may
// be asked again; any other failure ends it.
func (l *Liveness) unjudged(ctx context.Context, token string, cause error, release func(*face.Check)) error {
	ctx, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	var busy facecheck.Busy
	_, err := l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) error {
		switch {
		case !errors.As(cause, &busy):
			c.FailUnavailable(l.Wall())
		case release != nil:
			release(c)
		}
		return nil
	})
	return errors.Join(unavailable(cause), err)
}

// unavailable is result 000 to the borrower: another try later, or the SMS code.
func unavailable(cause error) error {
	// Longer than a phone waits with the same answer: that check is over, and asked again it would only have run out of time.
	after := 10 * time.Second
	var busy facecheck.Busy
	if errors.As(cause, &busy) {
		after = busy.RetryAfter
	}
	return reason.New(reason.FaceUnavailable).After(after).Because(cause)
}
