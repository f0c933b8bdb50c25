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

// FollowArgs ask to look after a session until it ends.
type FollowArgs struct {
	SessionID uuid.UUID `json:"sessionId"`
	// Working asks for a session that the carrier works on, and which the borrower watches. The session's first job leaves it
	// to this one.
	Working bool `json:"working,omitempty"`
}

// Kind names the job.
func (FollowArgs) Kind() string { return "carrier.follow" }

// InsertOpts names its queue.
func (FollowArgs) InsertOpts() river.InsertOpts { return job.Carrier.Options() }

// How often the carrier is asked: often while the borrower looks at the waiting page.
const (
	lookSoon  = 2 * time.Second
	lookLater = 15 * time.Second
	soonFor   = time.Minute
)

// firstLook is when a session that has moved is looked at first.
func firstLook() time.Time { return clock.Wall{}.Now().Add(lookSoon) }

// Follow asks the carrier how a session stands, and tells when to ask again; 0 when it is over. It may be run at any point
// and by anybody: the answer moves the session, or finds it moved.
func (c *Check) Follow(ctx context.Context, args FollowArgs) (again time.Duration, err error) {
	id := args.SessionID
	found, err := carriers.ByID(id).Read(ctx, c.pool)
	if err != nil || found == nil || !found.State.Running() || !c.Offered() || !args.Working && found.State == carriers.Waiting {
		return 0, err
	}
	session := *found
	now := c.clock.Now()
	// An operator that cannot be asked is asked again; the session runs out by itself.
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
	if session.State == carriers.Starting || session.State == carriers.Waiting && now.Before(session.ExpiresAt.Add(soonFor-carriers.WorkLife)) {
		return lookSoon, nil
	}
	return lookLater, nil
}

func (c *Check) timeOut(ctx context.Context, s carriers.Session, now time.Time) error {
	_, err := c.move(ctx, carriers.Move{Session: s, Event: carriers.TimedOut, At: now})
	if errors.Is(err, carriers.ErrState) {
		return nil
	}
	return err
}

// Report is what a carrier service sends by itself.
type Report struct {
	// Service is who sends it, ID the service's own name for the report; each is carried out once.
	Service   string
	ID        string
	SessionID uuid.UUID
	Answer    carrier.Answer
}
