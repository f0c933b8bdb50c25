package carriercheck

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// FollowArgs are the arguments of the job that follows a session until it ends.
type FollowArgs struct {
	SessionID uuid.UUID `json:"sessionId"`
	// Working marks the job for a session that the carrier is working on, while the borrower waits. The session's first
	// job then stops.
	Working bool `json:"working,omitempty"`
}

// Kind names the job.
func (FollowArgs) Kind() string { return "carrier.follow" }

// InsertOpts names its queue.
func (FollowArgs) InsertOpts() river.InsertOpts { return job.Carrier.Options() }

// How often the carrier is asked: often while the borrower looks at the waiting page.
const (
	firstPollInterval = 2 * time.Second
	laterPollInterval = 15 * time.Second
	firstPollPeriod   = time.Minute
)

// firstLook returns when a session that has moved is checked first.
func firstLook() time.Time { return clock.Wall{}.Now().Add(firstPollInterval) }

// Follow asks the carrier for the state of a session and returns when to ask again; 0 if the session has ended. It may
// be run at any point and concurrently: the answer moves the session, or the session has already moved.
func (c *Check) Follow(ctx context.Context, args FollowArgs) (again time.Duration, err error) {
	id := args.SessionID
	found, err := carriers.ByID(id).Read(ctx, c.pool)
	if err != nil || found == nil || !found.State.Running() || !c.Offered() || !args.Working && found.State == carriers.Waiting {
		return 0, err
	}
	session := *found
	now := c.clock.Now()
	// A carrier that cannot be reached is asked again. The session expires by itself.
	if answer, err := c.gateway.Lookup(ctx, id.String()); err == nil {
		if session, _, err = c.follow(ctx, session, answer); err != nil {
			return 0, err
		}
	}
	if session.At(now).State == carriers.Expired && session.State != carriers.Expired {
		return 0, c.timeOut(ctx, session, now)
	}
	if !session.State.Running() {
		return 0, nil
	}
	if session.State == carriers.Starting || session.State == carriers.Waiting && now.Before(session.ExpiresAt.Add(firstPollPeriod-carriers.WorkLife)) {
		return firstPollInterval, nil
	}
	return laterPollInterval, nil
}

func (c *Check) timeOut(ctx context.Context, s carriers.Session, now time.Time) error {
	_, err := c.move(ctx, carriers.Move{Session: s, Event: carriers.TimedOut, At: now})
	if errors.Is(err, carriers.ErrState) {
		return nil
	}
	return err
}

// Report is what a carrier service reports on its own.
type Report struct {
	// Service is the sender. ID is the service's id of the report; each report is applied once.
	Service   string
	ID        string
	SessionID uuid.UUID
	Answer    carrier.Answer
}
