package approval

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Name is Members.NameSecondFact with a notice to the member's other devices, because none of them has let this one in.
// agent names the device.
func (a *Approval) Name(ctx context.Context, s member.Session, last4, agent string) error {
	return a.members.NameSecondFact(ctx, s, last4, func(b *pgx.Batch, now time.Time) {
		// The new notice contains everything that the notice of the login said.
		support.QueueReadAbout(b, s.MemberID, s.DeviceID, now, notify.OfDevices()...)
		notify.Queue(b, notify.Notice{
			Member: s.MemberID, Kind: notify.DeviceLetIn, Subject: s.DeviceID, At: now, Args: notify.DeviceArgs(agent, now, a.members.Region.TimeZone),
		})
	})
}
