package face

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Check is one check in front of a camera. Its times are wall time.
type Check struct {
	ID           uuid.UUID
	Scene        Scene
	MemberID     uuid.UUID
	DeviceID     uuid.UUID
	SessionID    *uuid.UUID
	AppProductID string
	State        State
	Result       Result
	Nonce        string
	// Pictures: the phone takes single pictures, at a pace of its own.
	Pictures  bool
	Steps     []facecheck.Step
	Position  int
	Tries     int
	StepNonce string
	Earliest  *time.Time
	Latest    *time.Time
	ClaimedAt *time.Time
	// AnsweredNonce is that of the answer that led here: a phone that did not hear what became of it may ask again.
	AnsweredNonce string
	// Guidance is why the last answer did not do; "ok" when it did.
	Guidance  string
	progress  []byte
	FileID    *uuid.UUID
	OpenedAt  time.Time
	ExpiresAt time.Time
	EndedAt   *time.Time
}

// networkGrace is how long the frames of a step may be on their way that was done in its time: a slow line is not the borrower's.
const networkGrace = 15 * time.Second

// claimTimeout is how long an answer may be judged before its judge is given up: a process that died.
const claimTimeout = 30 * time.Second

// ok is the guidance of an answer that did.
const ok = "ok"

// apply moves the check along one transition. One that there is not leaves it and answers false.
func (c *Check) apply(e Event) bool {
	next, allowed := Next(c.State, e)
	if allowed {
		c.State = next
	}
	return allowed
}

// end fails the check.
func (c *Check) end(e Event, result Result, now time.Time) {
	if c.apply(e) {
		c.Result, c.EndedAt = result, &now
		c.forget()
	}
}

// forget drops what a check that has ended does not need.
func (c *Check) forget() {
	c.progress, c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt = nil, "", nil, nil, nil
}

// overdue reports whether nobody went on in time. What is being judged has arrived in time.
func (c *Check) overdue(now time.Time) bool {
	if c.State.Ended() || c.claimed(now) {
		return false
	}
	return !now.Before(c.ExpiresAt) || (c.State == Running && c.Latest != nil && now.After(c.Latest.Add(networkGrace)))
}

func (c *Check) claimed(now time.Time) bool {
	return c.ClaimedAt != nil && now.Before(c.ClaimedAt.Add(claimTimeout))
}

// Expire fails a check that nobody went on with in time, and reports whether it did.
func (c *Check) Expire(now time.Time) bool {
	if !c.overdue(now) {
		return false
	}
	c.end(TimedOut, OutOfTime, now)
	return true
}

// Begin takes the signature as given: the first step is in hand. A check that was begun already answers as then. pictures
// gives it the time of a phone that takes single ones.
func (c *Check) Begin(session []byte, pictures bool, p Pace, now time.Time) error {
	if c.State != Opened {
		return reason.New(reason.FaceTokenExpired)
	}
	c.apply(Begun)
	c.progress, c.Pictures = session, pictures
	if pictures {
		c.ExpiresAt = c.OpenedAt.Add(p.ByPictures().Check)
	}
	c.issueStep(p, now)
	return nil
}

// pace is what the check's phone needs of p.
func (c *Check) pace(p Pace) Pace {
	if c.Pictures {
		return p.ByPictures()
	}
	return p
}

// issueStep puts the step at the position in hand, with a nonce of its own.
func (c *Check) issueStep(p Pace, now time.Time) {
	p = c.pace(p)
	token, _ := secret.NewToken()
	earliest, latest := now.Add(p.Soonest), now.Add(p.Step)
	c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt = token, &earliest, &latest, nil
}

// Step is the one in hand.
func (c *Check) Step() facecheck.Step {
	if c.State != Running || c.Position >= len(c.Steps) {
		return ""
	}
	return c.Steps[c.Position]
}

// ClaimStep takes the step in hand for judging: its answer has arrived. repeated reports that this answer was judged already,
// and the check tells what became of it. Another nonce, an answer that comes too early, and one of which another is being
// judged are refused; too late ends the check (Expire comes first).
func (c *Check) ClaimStep(stepNonce string, now time.Time) (repeated bool, err error) {
	switch {
	case stepNonce != "" && stepNonce == c.AnsweredNonce:
		return true, nil
	case c.Result == OutOfTime:
		return true, nil
	case c.State != Running || stepNonce != c.StepNonce:
		return false, reason.New(reason.FaceTokenExpired)
	case c.claimed(now):
		return false, reason.New(reason.SystemBusy).After(time.Second)
	case now.Before(*c.Earliest):
		// Nobody hears of a step and does it in this time.
		c.AnsweredNonce = stepNonce
		c.end(Refused, NotPassed, now)
		return true, nil
	}
	c.ClaimedAt = &now
	return false, nil
}

// ClaimVerdict takes the whole check for its verdict. ended reports that there is one. A check whose steps are not
// done, and one that is being judged, are refused.
func (c *Check) ClaimVerdict(now time.Time) (ended bool, err error) {
	switch {
	case c.State.Ended():
		return true, nil
	case c.State != Done:
		return false, reason.New(reason.FaceTokenExpired)
	case c.claimed(now):
		return false, reason.New(reason.SystemBusy).After(time.Second)
	}
	c.ClaimedAt = &now
	return false, nil
}

// creditJudgingTime gives back what the service took of the time of the whole check: only the borrower's own counts.
func (c *Check) creditJudgingTime(now time.Time) {
	if c.ClaimedAt != nil {
		c.ExpiresAt = c.ExpiresAt.Add(max(0, now.Sub(*c.ClaimedAt)))
	}
}

// ReleaseVerdict gives the whole check back unjudged: the service was busy.
func (c *Check) ReleaseVerdict(now time.Time) {
	c.creditJudgingTime(now)
	c.ClaimedAt = nil
}

// ReleaseStep gives the step back unjudged, with the time that was lost: the service was busy.
func (c *Check) ReleaseStep(stepNonce string, p Pace, now time.Time) {
	if c.State == Running && c.StepNonce == stepNonce {
		c.creditJudgingTime(now)
		latest := now.Add(c.pace(p).Step)
		c.ClaimedAt, c.Latest = nil, &latest
	}
}

// IsClaimed reports whether a step is in hand and being judged.
func (c *Check) IsClaimed(stepNonce string) bool {
	return c.State == Running && c.StepNonce == stepNonce && c.ClaimedAt != nil
}

// ApplyAnswer takes what was judged of the step that was claimed. A claim that is not standing any more changes nothing.
func (c *Check) ApplyAnswer(stepNonce string, a facecheck.Answer, p Pace, now time.Time) {
	if !c.IsClaimed(stepNonce) {
		return
	}
	c.creditJudgingTime(now)
	c.AnsweredNonce, c.Guidance = stepNonce, a.Code
	if len(a.Session) > 0 {
		c.progress = a.Session
	}
	switch {
	case a.Verdict == facecheck.Pass && c.Position+1 >= len(c.Steps):
		c.Guidance = ok
		c.Position++
		c.apply(LastPassed)
		c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt = "", nil, nil, nil
	case a.Verdict == facecheck.Pass:
		c.Guidance = ok
		c.apply(StepPassed)
		c.Position, c.Tries = c.Position+1, 0
		c.issueStep(p, now)
	case a.Verdict == facecheck.Again && c.Tries+1 < p.Tries:
		c.apply(StepAgain)
		c.Tries++
		c.issueStep(p, now)
	default:
		c.end(Refused, NotPassed, now)
	}
}

// GiveUp ends the check without a verdict.
func (c *Check) GiveUp(now time.Time) { c.end(GivenUp, Abandoned, now) }

// FailUnavailable ends the check: nobody could say anything.
func (c *Check) FailUnavailable(now time.Time) { c.end(Unavailable, SystemFailed, now) }

// Pass ends the check well.
func (c *Check) Pass(now time.Time) bool {
	if !c.apply(Matched) {
		return false
	}
	c.EndedAt = &now
	c.forget()
	return true
}

// Fail ends the check with a verdict.
func (c *Check) Fail(result Result, now time.Time) { c.end(Unmatched, result, now) }
