package borrower

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Login is the flow that logs borrowers in.
type Login struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	members *member.Members
}

// NewLogin returns the flow.
func NewLogin(pool *pgxpool.Pool, c clock.Clock, members *member.Members) *Login {
	return &Login{pool: pool, clock: c, members: members}
}

// LogIn is Members.LogIn. said is what the page reported about where the borrower came from. A channel code that is
// unknown, closed or not for the product is ignored.
func (l *Login) LogIn(ctx context.Context, r member.LoginRequest, said channel.Origin) (member.Login, error) {
	c, err := channel.Find(ctx, l.pool, said.Channel, r.AppProductID)
	if err != nil {
		return member.Login{}, err
	}
	r.ChannelCode = c.Code
	said.Channel, said.AppProductID = c.Code, r.AppProductID
	r.Then = func(_ context.Context, _ pgx.Tx, last *pgx.Batch, login member.Login) error {
		now := l.clock.Now()
		if login.NewDevice && !login.IsNew {
			l.queueNotice(last, login, r.DeviceLabel, now)
		}
		if c.Code == "" {
			return nil
		}
		return queueOrigin(last, login, said, now)
	}
	return l.members.LogIn(ctx, r)
}

// queueNotice notifies the member, on all their devices, that a new device has logged in.
func (l *Login) queueNotice(b *pgx.Batch, login member.Login, agent string, now time.Time) {
	notify.Queue(b, notify.Notice{
		Member: login.MemberID, Kind: notify.NewDevice, Subject: login.DeviceID, At: now,
		Args: notify.DeviceArgs(agent, now, l.members.Region.TimeZone),
	})
}

func queueOrigin(b *pgx.Batch, login member.Login, o channel.Origin, now time.Time) error {
	o.MemberID, o.NewMember, o.At = login.MemberID, login.IsNew, now
	channel.QueueOrigin(b, o)
	if !login.IsNew {
		return nil
	}
	args := conversion.Args{MemberID: login.MemberID, Event: channel.Registration, Subject: login.MemberID, At: now}
	return job.Queue(b, args.Job())
}
