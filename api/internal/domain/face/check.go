package face

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Check is one face check. Its times are wall time.
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
	// Pictures means that the phone takes single pictures, at its own pace.
	Pictures  bool
	Steps     []facecheck.Step
	Position  int
	Tries     int
	StepNonce string
	Earliest  *time.Time
	Latest    *time.Time
	ClaimedAt *time.Time
	// AnsweredNonce is the nonce of the last answer. A phone that did not get the response may repeat that answer.
	AnsweredNonce string
	// Guidance is the reason why the last answer was not accepted, or "ok" if it was.
	Guidance  string
	progress  []byte
	FileID    *uuid.UUID
	OpenedAt  time.Time
	ExpiresAt time.Time
	EndedAt   *time.Time
}

// networkGrace is how much later than its deadline the frames of a step may arrive, so that a slow connection does not fail the check.
const networkGrace = 15 * time.Second

// claimTimeout is how long a claim for judging an answer is valid. After that the judging process is assumed to have crashed.
const claimTimeout = 30 * time.Second

// ok is the guidance of an accepted answer.
const ok = "ok"

// apply performs a transition. It returns false and changes nothing if the transition is not allowed.
func (c *Check) apply(e Event) bool {
	next, allowed := Next(c.State, e)
	if allowed {
		c.State = next
	}
	return allowed
}

// end fails the check with a result.
func (c *Check) end(e Event, result Result, now time.Time) {
	if c.apply(e) {
		c.Result, c.EndedAt = result, &now
		c.forget()
	}
}

// forget clears the data that an ended check does not need.
func (c *Check) forget() {
	c.progress, c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt = nil, "", nil, nil, nil
}

// overdue reports whether a deadline has passed. A check that is being judged is not overdue, because its answer arrived in time.
func (c *Check) overdue(now time.Time) bool {
	if c.State.Ended() || c.claimed(now) {
		return false
	}
	return !now.Before(c.ExpiresAt) || (c.State == Running && c.Latest != nil && now.After(c.Latest.Add(networkGrace)))
}

func (c *Check) claimed(now time.Time) bool {
	return c.ClaimedAt != nil && now.Before(c.ClaimedAt.Add(claimTimeout))
}

// Expire fails the check if a deadline has passed, and reports whether it did.
func (c *Check) Expire(now time.Time) bool {
	if !c.overdue(now) {
		return false
	}
	c.end(TimedOut, OutOfTime, now)
	return true
}

// Begin starts the first step after the device's signature was verified. It returns FaceTokenExpired if the check has begun
// before. pictures gives the check the longer times of a phone that takes single pictures.
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

// pace returns the pace for the check's phone.
func (c *Check) pace(p Pace) Pace {
	if c.Pictures {
		return p.ByPictures()
	}
	return p
}

// issueStep starts the step at the current position with a new nonce.
func (c *Check) issueStep(p Pace, now time.Time) {
	p = c.pace(p)
	token, _ := secret.NewToken()
	earliest, latest := now.Add(p.Soonest), now.Add(p.Step)
	c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt = token, &earliest, &latest, nil
}

// Step returns the current step, or an empty one if there is none.
func (c *Check) Step() facecheck.Step {
	if c.State != Running || c.Position >= len(c.Steps) {
		return ""
	}
	return c.Steps[c.Position]
}

// ClaimStep claims the current step for judging, because its answer has arrived. repeated reports that this answer was judged
// before or the time has run out, and the check holds the result. Another nonce, and a step that is already being judged, are
// refused with an error. An answer that comes too early fails the check. Call Expire first, which handles late answers.
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
		// No one can read an instruction and follow it in this time.
		c.AnsweredNonce = stepNonce
		c.end(Refused, NotPassed, now)
		return true, nil
	}
	c.ClaimedAt = &now
	return false, nil
}

// ClaimVerdict claims the whole check for its verdict. ended reports that there already is one. A check whose steps are not done,
// and one that is being judged, are refused with an error.
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

// ClaimedExactlyAt reports whether the check is claimed by the claim that was made at a time.
func (c *Check) ClaimedExactlyAt(claim time.Time) bool {
	// The database stores microseconds.
	return c.ClaimedAt != nil && c.ClaimedAt.Equal(claim.Truncate(time.Microsecond))
}

// creditJudgingTime extends the check's deadline by the time spent on judging, so that only the borrower's own time counts.
func (c *Check) creditJudgingTime(now time.Time) {
	if c.ClaimedAt != nil {
		c.ExpiresAt = c.ExpiresAt.Add(max(0, now.Sub(*c.ClaimedAt)))
	}
}

// ReleaseVerdict releases a claimed check without a verdict, because the service was busy or the verdict could not be written. A check
// that has ended meanwhile stays as it is: the write may have succeeded although it was reported as failed.
func (c *Check) ReleaseVerdict(now time.Time) {
	if c.State.Ended() {
		return
	}
	c.creditJudgingTime(now)
	c.ClaimedAt = nil
}

// ReleaseStep releases a claimed step without a result, because the service was busy, and gives back the lost time.
func (c *Check) ReleaseStep(stepNonce string, p Pace, now time.Time) {
	if c.State == Running && c.StepNonce == stepNonce {
		c.creditJudgingTime(now)
		latest := now.Add(c.pace(p).Step)
		c.ClaimedAt, c.Latest = nil, &latest
	}
}

// IsClaimed reports whether this step is the current one and is being judged.
func (c *Check) IsClaimed(stepNonce string) bool {
	return c.State == Running && c.StepNonce == stepNonce && c.ClaimedAt != nil
}

// ApplyAnswer applies the result of the claimed step. It does nothing if the claim is no longer valid.
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

// GiveUp ends the check as abandoned, without a verdict.
func (c *Check) GiveUp(now time.Time) { c.end(GivenUp, Abandoned, now) }

// FailUnavailable ends the check because no service could judge it.
func (c *Check) FailUnavailable(now time.Time) { c.end(Unavailable, SystemFailed, now) }

// Pass ends the check as passed. It reports false if the check cannot pass in its state.
func (c *Check) Pass(now time.Time) bool {
	if !c.apply(Matched) {
		return false
	}
	c.EndedAt = &now
	c.forget()
	return true
}

// Fail ends the check as failed by its verdict.
func (c *Check) Fail(result Result, now time.Time) { c.end(Unmatched, result, now) }
