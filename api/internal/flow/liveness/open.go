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

// Request asks for a check.
type Request struct {
	Scene face.Scene
	// Phone is the number as typed, for a log-in.
	Phone string
	From  member.Caller
	// Session is who asks, but for a log-in; its device is trusted.
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

// opens bounds the checks that are begun and never ended: steps are told one at a time, and whoever could begin again
// and again would wait for the steps of a film that they have.
func opens(from member.Caller, device uuid.UUID) []limit.Bucket {
	return []limit.Bucket{
		{Name: "face.open.ip", Subject: from.IP, Rules: []limit.Rule{{Name: "hour", Per: time.Hour, Max: 600}}},
		{Name: "face.open.device", Subject: device.String(), Rules: []limit.Rule{
			{Name: "minutes", Per: 10 * time.Minute, Max: 15}, {Name: "day", Per: 24 * time.Hour, Max: 60},
		}},
	}
}

// Offers reports whether a number can log in by face on a device: known number, trusted device with a key, live
// enrolment, and no pause. Whatever is unknown is answered as what has no face.
func (l *Liveness) Offers(ctx context.Context, phone, device, appProductID string) (bool, error) {
	if !l.Offered(appProductID) {
		return false, nil
	}
	who, err := l.loginDevice(ctx, phone, device)
	if err != nil || who == nil {
		return false, err
	}
	// Asked last: most who log in have no face here, and are not kept waiting by a service that is slow.
	if l.Provider.Ready(ctx) != nil {
		return false, nil
	}
	allowance, err := l.allowance(who.MemberID, who.DeviceID).Read(ctx, l.Pool)
	return err == nil && !allowance.SMSOnly, err
}

// loginDevice is the device of a number that may log in by face; nil when it may not.
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

// current is a member's newest enrolment; see comparable.
func (l *Liveness) current(ctx context.Context, memberID uuid.UUID) (*face.Enrolment, error) {
	e, err := face.Latest(memberID).Read(ctx, l.Pool)
	if err != nil {
		return nil, err
	}
	return l.comparable(ctx, memberID, e)
}

// comparable is a member's newest enrolment after it was read. One whose template the provider can compare no longer has
// ended: it is enrolled anew.
func (l *Liveness) comparable(ctx context.Context, memberID uuid.UUID, e *face.Enrolment) (*face.Enrolment, error) {
	if e == nil || e.State == face.Ended {
		return e, nil
	}
	still, err := l.Provider.Comparable(ctx, e.Descriptor)
	if err != nil || still {
		// Without an answer nothing is known about the template, and no check begins either.
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

// Open opens a check. A number that is unknown, has no live enrolment or comes with another device is FaceNotEnrolled.
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

// mayBegin says what speaks against another check.
func mayBegin(s face.Allowance, now time.Time) error {
	switch wait := s.Wait(now); {
	case s.SMSOnly:
		return reason.New(reason.FaceUseSMS).After(wait)
	case wait > 0:
		return reason.New(reason.FaceWait).After(wait)
	}
	return nil
}

// opening finds whom a check is of, and whether that member may make it on that device.
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
