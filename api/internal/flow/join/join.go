// Package join is a log-in together with what belongs to it: the session, the channel that brought the borrower, the word
// to the advertising platform about a new one, and the notice to her other devices about a new device, in one transaction.
package join

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Join logs in.
type Join struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	members *member.Members
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, members *member.Members) *Join {
	return &Join{pool: pool, clock: c, members: members}
}

// LogIn is Members.LogIn; said is what the page told about where the borrower came from. A code that is unknown, closed or
// not meant for the product is as good as none.
func (j *Join) LogIn(ctx context.Context, r member.LoginRequest, said channel.Origin) (member.Login, error) {
	c, err := channel.Find(ctx, j.pool, said.Channel, r.AppProductID)
	if err != nil {
		return member.Login{}, err
	}
	r.ChannelCode = c.Code
	said.Channel, said.AppProductID = c.Code, r.AppProductID
	r.Then = func(ctx context.Context, tx pgx.Tx, login member.Login) error {
		b := &pgx.Batch{}
		now := j.clock.Now()
		if login.NewDevice && !login.IsNew {
			j.queueTell(b, login, r.DeviceLabel, now)
		}
		if c.Code != "" {
			if err := queueRemember(b, login, said, now); err != nil {
				return err
			}
		}
		if b.Len() == 0 {
			return nil
		}
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return fmt.Errorf("join: %w", postgres.Reason(err))
		}
		return nil
	}
	return j.members.LogIn(ctx, r)
}

// queueTell tells the member, on whichever device she looks, that a new one has logged in.
func (j *Join) queueTell(b *pgx.Batch, login member.Login, agent string, now time.Time) {
	local := now.In(j.members.Region.TimeZone)
	notify.Queue(b, notify.Notice{
		Member: login.MemberID, Kind: notify.NewDevice, At: now,
		Args: reason.Named("device", member.DeviceName(agent), "time", local.Format("15:04"), "date", money.DateOf(local)),
	})
}

func queueRemember(b *pgx.Batch, login member.Login, o channel.Origin, now time.Time) error {
	o.MemberID, o.NewMember, o.At = login.MemberID, login.IsNew, now
	channel.QueueOrigin(b, o)
	if !login.IsNew {
		return nil
	}
	args := conversion.Args{MemberID: login.MemberID, Event: channel.Registration, Subject: login.MemberID, At: now}
	return job.Queue(b, args.Job())
}
