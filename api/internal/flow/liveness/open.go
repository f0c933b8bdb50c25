package liveness

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Request opens a check.
type Request struct {
	Scene face.Scene
	// Phone is the number as typed; only for a login.
	Phone string
	From  member.Caller
	// Session is the caller's session, on a trusted device; nil for a login.
	Session      *member.Session
	AppProductID string
}

// Opened is a check that may begin.
type Opened struct {
	Token     string
	Nonce     string
	ExpiresAt time.Time
	Now       time.Time
}

// opens limits the checks that are begun and never finished. Steps are revealed one at a time, so without a limit an
// attacker could start again until the steps match those of a prepared video.
func opens(from member.Caller, device uuid.UUID) []limit.Bucket {
	return []limit.Bucket{
		{Name: "face.open.ip", Subject: from.IP, Rules: []limit.Rule{{Name: "hour", Per: time.Hour, Max: 600}}},
		{Name: "face.open.device", Subject: device.String(), Rules: []limit.Rule{
			{Name: "minutes", Per: 10 * time.Minute, Max: 15}, {Name: "day", Per: 24 * time.Hour, Max: 60},
		}},
	}
}

// Offers reports whether a number can log in by face on a device: the number is known, the device is trusted and has a
// key, the enrolment is active, and no limit requires an SMS code. Anything unknown gets the same answer as a member
// without a face.
func (l *Liveness) Offers(ctx context.Context, phone, device, appProductID string) (bool, error) {
	if !l.Offered(appProductID) {
		return false, nil
	}
	who, err := l.loginDevice(ctx, phone, device)
	if err != nil || who == nil {
		return false, err
	}
	// This comes last: most borrowers who log in have no face enrolled and must not wait for a slow service.
	if l.Provider.Ready(ctx) != nil {
		return false, nil
	}
	allowance, err := l.allowance(who.MemberID, who.DeviceID).Read(ctx, l.Pool)
	return err == nil && !allowance.SMSOnly, err
}

// loginDevice returns the device with which a number may log in by face, or nil.
func (l *Liveness) loginDevice(ctx context.Context, phone, device string) (*member.FaceDevice, error) {
	who, err := l.Members.FaceDevice(ctx, l.Pool, phone, device)
	if err != nil || who == nil {
		return nil, err
	}
	e, err := l.current(ctx, who.MemberID)
	if err != nil || !e.Active() {
		return nil, err
	}
	return who, nil
}

// current reads a member's newest enrolment; see comparable.
func (l *Liveness) current(ctx context.Context, memberID uuid.UUID) (*face.Enrolment, error) {
	e, err := face.Latest(memberID).Read(ctx, l.Pool)
	if err != nil {
		return nil, err
	}
	return l.comparable(ctx, memberID, e)
}

// comparable checks a member's newest enrolment after it was read. If the provider can no longer compare its template,
// the enrolment is ended, and the face must be enrolled again.
func (l *Liveness) comparable(ctx context.Context, memberID uuid.UUID, e *face.Enrolment) (*face.Enrolment, error) {
	if e == nil || e.State == face.Ended {
		return e, nil
	}
	still, err := l.Provider.Comparable(ctx, e.Descriptor)
	if err != nil || still {
		// Without an answer nothing is known about the template, and no check can begin either.
		return e, nil
	}
	b := &pgx.Batch{}
	face.QueueEnd(b, memberID, face.EndModelChanged, l.Clock.Now())
	latest := face.Latest(memberID).Queue(b)
	if err := postgres.Send(ctx, l.Pool, b); err != nil {
		return nil, err
	}
	return latest.Get(), nil
}

// Open opens a check. It returns FaceNotEnrolled for a login with an unknown number, without an active enrolment or on
// another device.
func (l *Liveness) Open(ctx context.Context, a Request) (Opened, error) {
	if !l.Offered(a.AppProductID) {
		return Opened{}, reason.New(reason.FaceNotOffered)
	}
	o, err := l.opening(ctx, a)
	if err != nil {
		return Opened{}, err
	}
	if err := l.Provider.Ready(ctx); err != nil {
		return Opened{}, unavailable(err)
	}
	verdict, err := l.Limiter.Take(ctx, l.Pool, opens(a.From, o.DeviceID)...)
	if err != nil {
		return Opened{}, err
	}
	if err := verdict.Refusal(reason.FaceUseSMS); err != nil {
		return Opened{}, err
	}
	var opened Opened
	err = postgres.InTxBatched(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		b := &pgx.Batch{}
		face.QueueLockMember(b, o.MemberID)
		allowance := l.allowance(o.MemberID, o.DeviceID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		now := l.Wall()
		if err := mayBegin(allowance.Get(), now); err != nil {
			return err
		}
		c, token := face.QueueOpen(last, o, l.Pace, now)
		opened = Opened{Token: token, Nonce: c.Nonce, ExpiresAt: c.ExpiresAt, Now: now}
		return nil
	})
	return opened, err
}

// mayBegin returns why no other check may begin; nil if it may.
func mayBegin(s face.Allowance, now time.Time) error {
	switch wait := s.Wait(now); {
	case s.SMSOnly:
		return reason.New(reason.FaceUseSMS).After(wait)
	case wait > 0:
		return reason.New(reason.FaceWait).After(wait)
	}
	return nil
}

// opening finds the member of a check and whether they may make it on that device.
func (l *Liveness) opening(ctx context.Context, a Request) (face.Opening, error) {
	o := face.Opening{Scene: a.Scene, AppProductID: a.AppProductID}
	if a.Scene == face.Login {
		who, err := l.loginDevice(ctx, a.Phone, a.From.Device)
		switch {
		case err != nil:
			return o, err
		case who == nil:
			return o, reason.New(reason.FaceNotEnrolled)
		}
		o.MemberID, o.DeviceID = who.MemberID, who.DeviceID
		return o, nil
	}
	s := a.Session
	o.MemberID, o.DeviceID, o.SessionID = s.MemberID, s.DeviceID, &s.SessionID
	b := &pgx.Batch{}
	consent, proved := member.QueueConsentCheck(b, s.MemberID, member.ConsentBiometrics), kyc.Proved(s.MemberID).Queue(b)
	key, enrolled := member.FaceKey(s.MemberID, s.DeviceID).Queue(b), face.Latest(s.MemberID).Queue(b)
	if err := postgres.Send(ctx, l.Pool, b); err != nil {
		return o, err
	}
	switch {
	case consent.Err() != nil:
		return o, consent.Err()
	case !proved.Get():
		return o, reason.New(reason.VerificationIncomplete)
	case key.Get() == nil:
		return o, reason.New(reason.FaceKeyNeeded)
	}
	e, err := l.comparable(ctx, s.MemberID, enrolled.Get())
	switch {
	case err != nil:
		return o, fmt.Errorf("liveness: %w", err)
	case face.StateOf(e) == face.UnderReview:
		return o, reason.New(reason.FaceUnderReview)
	}
	return o, nil
}
