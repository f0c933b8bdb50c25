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

// Verdict is what a passed check allows.
type Verdict struct {
	Scene face.Scene
	// Login is the session of a login.
	Login *member.Login
	// Enrolment is the current state of the borrower's enrolment.
	Enrolment face.EnrolmentState
	// FreshUntil is until when a card may be added; nil if none may.
	FreshUntil *time.Time
}

// findings are the results of the provider, which is asked outside of the transaction.
type findings struct {
	// like is the similarity to the enrolled face; empty if there is none and the check enrols one.
	like      facecheck.Likeness
	enrolment *face.Enrolment
	enrolling *face.Enrolling
}

// Judge returns the verdict of a check whose steps are done. by, if set, must be the member of the check. A repeated
// call for the same check returns the same verdict and has no further effect.
func (l *Liveness) Judge(ctx context.Context, token string, by *uuid.UUID, scenes ...face.Scene) (Verdict, error) {
	release := func(c *face.Check) { c.ReleaseVerdict(l.Wall()) }
	p, ended, err := l.claim(ctx, token, release, func(c *face.Check) (bool, error) {
		if !allowed(c, by, scenes) {
			return false, reason.New(reason.FaceTokenExpired)
		}
		return c.ClaimVerdict(l.Wall())
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
			return Verdict{}, l.unjudged(ctx, token, err, release)
		}
		// The lock orders this against a remote logout: either the device's key and the session are already gone, or they
		// stay until the verdict is committed.
		who := p.Check.MemberID
		lock := func(b *pgx.Batch) { member.QueueLock(b, who) }
		p, err = l.changeAfter(ctx, lock, token, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check) error {
			return l.conclude(ctx, tx, last, c, token, found)
		})
		if err != nil {
			return Verdict{}, l.unwritten(ctx, token, err, release)
		}
	}
	return l.told(ctx, token, p)
}

// allowed reports whether a check has one of the scenes, and belongs to by if that is set.
func allowed(c *face.Check, by *uuid.UUID, scenes []face.Scene) bool {
	return slices.Contains(scenes, c.Scene) && (by == nil || *by == c.MemberID)
}

// find asks the provider to compare the faces.
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

// conclude ends a check with the findings, if they still apply: the device must still be trusted and have its key, the
// session must still be valid, and the enrolment must still be active. The member must be locked.
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
	var loggedIn *postgres.Answer[bool]
	if c.SessionID != nil {
		loggedIn = member.IsSessionValid(*c.SessionID).Queue(b)
	}
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	if key.Get() == nil || (loggedIn != nil && !loggedIn.Get()) {
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
		// The session of the check may add a card.
		member.QueueFaceFresh(last, *c.SessionID, l.Clock.Now())
	}
	return nil
}

// told returns the verdict, or the refusal, of a check that has ended.
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

// refusal returns why a check failed.
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
