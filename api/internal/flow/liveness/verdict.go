package liveness

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Verdict is what a check that passed opened.
type Verdict struct {
	Scene face.Scene
	// Login is the session of a log-in.
	Login *member.Login
	// Enrolment is how the borrower's enrolment stands now.
	Enrolment face.EnrolmentState
	// FreshUntil is until when a card may be added; nil when it may not.
	FreshUntil *time.Time
}

// findings are what was judged of a check outside of the transaction.
type findings struct {
	// like is the likeness with the enrolled face; empty where there was none and the check enrols.
	like      facecheck.Likeness
	enrolment *face.Enrolment
	enrolling *face.Enrolling
}

// Judge is the verdict of a check whose steps are done. by, where set, has to be the member of the check. The same check
// asked again gets the same answer and opens nothing again.
func (l *Liveness) Judge(ctx context.Context, token string, by *uuid.UUID, scenes ...face.Scene) (Verdict, error) {
	ended := false
	p, err := l.change(ctx, token, func(_ context.Context, _ pgx.Tx, _ *pgx.Batch, c *face.Check) (err error) {
		if !allowed(c, by, scenes) {
			return reason.New(reason.FaceTokenExpired)
		}
		ended, err = c.ClaimVerdict(l.Wall())
		return err
	})
	if err != nil {
		return Verdict{}, err
	}
	if !allowed(&p.Check, by, scenes) {
		return Verdict{}, reason.New(reason.FaceTokenExpired)
	}
	if !ended && !p.Check.State.Ended() {
		found, err := l.find(ctx, p.Check)
		if err != nil {
			return Verdict{}, l.unjudged(ctx, token, err, func(c *face.Check) { c.ReleaseVerdict(l.Wall()) })
		}
		// A log-out from afar comes first or later: behind this, the device's key is gone or stays until the verdict stands.
		who := p.Check.MemberID
		hold := func(b *pgx.Batch) { member.QueueHold(b, who) }
		p, err = l.changeAfter(ctx, hold, token, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check) error {
			return l.conclude(ctx, tx, last, c, token, found)
		})
		if err != nil {
			return Verdict{}, err
		}
	}
	return l.told(ctx, token, p)
}

// allowed reports whether a check is of one of the scenes, and of by where that is set.
func allowed(c *face.Check, by *uuid.UUID, scenes []face.Scene) bool {
	return slices.Contains(scenes, c.Scene) && (by == nil || *by == c.MemberID)
}

// find has the provider compare.
func (l *Liveness) find(ctx context.Context, c face.Check) (findings, error) {
	probe, err := l.Provider.Finish(ctx, c.Progress())
	if err != nil {
		return findings{}, err
	}
	if probe == nil {
		return findings{like: facecheck.Different}, nil
	}
	e, err := l.current(ctx, c.MemberID)
	if err != nil {
		return findings{}, err
	}
	if c.Scene == face.Enrol || (c.Scene == face.Card && !e.Active()) {
		enrolling, err := l.beside(ctx, c, *probe)
		return findings{enrolling: enrolling}, err
	}
	if !e.Active() {
		return findings{like: facecheck.Incomparable}, nil
	}
	enrolled, err := l.Faces.Template(e)
	if err != nil {
		return findings{}, err
	}
	like, err := l.Provider.Match(ctx, *probe, enrolled, facecheck.Selfie)
	return findings{like: like, enrolment: e}, err
}

// conclude ends a check with what was found, as far as it may still be concluded: the device is trusted and has its key,
// what was compared with is still what counts. The member is held.
func (l *Liveness) conclude(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check, token string, f findings) error {
	if c.State != face.Done {
		return nil
	}
	now := l.Wall()
	b := &pgx.Batch{}
	key := member.FaceKey(c.MemberID, c.DeviceID).Queue(b)
	var still *postgres.Answer[*face.Enrolment]
	if f.enrolment != nil {
		still = face.Get(f.enrolment.ID).Queue(b)
	}
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	if key.Get() == nil {
		c.GiveUp(now)
		return nil
	}
	if f.enrolling != nil {
		return l.enrol(ctx, tx, last, c, *f.enrolling)
	}
	if still != nil && !still.Get().Active() {
		f.like = facecheck.Incomparable
	}
	switch f.like {
	case facecheck.Alike:
	case facecheck.Doubtful:
		c.Fail(face.StepUp, now)
		return nil
	case facecheck.Incomparable:
		c.GiveUp(now)
		return nil
	default:
		c.Fail(face.NotPassed, now)
		return nil
	}
	c.Pass(now)
	face.QueueCountSuccess(last, f.enrolment.ID)
	if c.Scene == face.Login {
		l.Members.QueueOpenByFace(last, c.MemberID, c.DeviceID, c.AppProductID, token)
	} else {
		// The session of a check may add a card.
		member.QueueFaceFresh(last, *c.SessionID, l.Clock.Now())
	}
	return nil
}

// told is the answer to a check that has ended.
func (l *Liveness) told(ctx context.Context, token string, p Progress) (Verdict, error) {
	c := p.Check
	switch {
	case c.State == face.Failed && c.Result != face.InReview:
		return Verdict{}, refusal(p)
	case !c.State.Ended():
		return Verdict{}, reason.New(reason.SystemBusy).After(time.Second)
	}
	e, err := face.Latest(c.MemberID).Read(ctx, l.Pool)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Scene: c.Scene, Enrolment: face.StateOf(e)}
	switch {
	case c.Scene == face.Login:
		if v.Login, err = l.Members.OpenedByFace(ctx, l.Pool, token); err == nil && v.Login == nil {
			err = reason.New(reason.FaceTokenExpired)
		}
	case c.Scene == face.Card && c.State == face.Passed:
		v.FreshUntil, err = member.FreshByFace(ctx, l.Pool, *c.SessionID)
	}
	return v, err
}

// refusal is why a check opened nothing.
func refusal(p Progress) error {
	switch {
	case p.Check.Result == face.SystemFailed:
		return unavailable(nil)
	case p.Check.Result == face.OutOfTime:
		return reason.New(reason.FaceTokenExpired)
	case p.Check.Result == face.Abandoned && p.Check.Scene == face.Login:
		return reason.New(reason.FaceNotEnrolled)
	case p.Check.Result == face.Abandoned:
		return reason.New(reason.StateChanged)
	case p.SMSOnly:
		return reason.New(reason.FaceUseSMS).After(p.Wait)
	case p.Check.Result == face.StepUp:
		return reason.New(reason.FaceStepUp)
	default:
		return reason.New(reason.FaceNotPassed).After(p.Wait)
	}
}
