package liveness

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
)

// Status is the state of face checks for a borrower and a device.
type Status struct {
	Offered   bool
	Ready     bool
	Enrolment face.EnrolmentState
	EndedFor  string
	// Obstacle is what prevents an enrolment; empty if nothing does.
	Obstacle string
	KeyID    string
	Consent  bool
	// CardCheck means that adding a card now needs a check, because an order is in progress.
	CardCheck bool
	Left      int
	SMSOnly   bool
	Wait      time.Duration
	Keep      time.Duration
}

// The obstacles.
const (
	noIdentity = "identity_needed"
	noConsent  = "consent_needed"
	noKey      = "key_needed"
	useSMS     = "use_sms"
	notReady   = "not_ready"
)

// Status reads the status.
func (l *Liveness) Status(ctx context.Context, s member.Session) (Status, error) {
	st := Status{Offered: l.Offered(s.AppProductID), Enrolment: face.NotEnrolled, Keep: l.Keep, Left: l.Limits.PerDay}
	if !st.Offered {
		return st, nil
	}
	st.Ready = l.Provider.Ready(ctx) == nil
	b := &pgx.Batch{}
	enrolled, key := face.Latest(s.MemberID).Queue(b), member.FaceKey(s.MemberID, s.DeviceID).Queue(b)
	consent, allowed := member.Granted(s.MemberID, member.ConsentBiometrics).Queue(b), l.allowance(s.MemberID, s.DeviceID).Queue(b)
	unpaid, proved := loan.HasUnpaid(s.MemberID).Queue(b), kyc.Proved(s.MemberID).Queue(b)
	if err := postgres.Send(ctx, l.Pool, b); err != nil {
		return st, err
	}
	e, err := l.comparable(ctx, s.MemberID, enrolled.Get())
	if err != nil {
		return st, err
	}
	if st.Enrolment = face.StateOf(e); st.Enrolment == face.Ended {
		st.EndedFor = e.EndedFor
	}
	st.KeyID, st.Consent, st.CardCheck = member.FaceKeyID(key.Get()), consent.Get(), unpaid.Get()
	allowance := allowed.Get()
	st.Left, st.SMSOnly, st.Wait = allowance.Left, allowance.SMSOnly, allowance.Wait(l.Wall())
	st.Obstacle = obstacle(st, proved.Get())
	return st, nil
}

// obstacle returns the first obstacle, in the order in which they are to be removed.
func obstacle(st Status, identity bool) string {
	switch {
	case !identity:
		return noIdentity
	case st.SMSOnly:
		return useSMS
	case !st.Ready:
		return notReady
	case !st.Consent:
		return noConsent
	case st.KeyID == "":
		return noKey
	}
	return ""
}

// CardEvidence returns what a borrower has proved for a new card, as far as it concerns faces. said is the phone's
// reason for making no check. While the face service is down, no check is required.
func (l *Liveness) CardEvidence(ctx context.Context, s member.Session, said string) card.Evidence {
	e := card.Evidence{FaceOffered: l.Offered(s.AppProductID), Session: s.SessionID, Since: l.Wall().Add(-member.FreshLife)}
	now := l.Clock.Now()
	e.Code, e.Face = s.Fresh(member.CodeCard, now), s.Fresh(member.FaceCheck, now)
	if e.FaceOffered {
		e.Obstacle = said
	}
	if e.FaceOffered && said == "" && l.Provider.Ready(ctx) != nil {
		e.Obstacle = string(face.SystemFailed)
	}
	return e
}
