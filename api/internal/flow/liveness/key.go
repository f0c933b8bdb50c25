package liveness

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// SetKey gives the device of a session another key and notifies the borrower. It needs a recently proved SMS code;
// otherwise it returns FreshCodeNeeded. agent names the device.
func (l *Liveness) SetKey(ctx context.Context, s member.Session, text, agent string) (id string, replaced bool, err error) {
	if !l.Offered(s.AppProductID) {
		return "", false, reason.New(reason.FaceNotOffered)
	}
	spki, err := member.ReadFaceKey(text)
	if err != nil {
		return "", false, err
	}
	may, err := l.Members.MaySetFaceKey(ctx, l.Pool, s)
	switch {
	case err != nil:
		return "", false, err
	case !may:
		return "", false, reason.New(reason.FreshCodeNeeded)
	}
	now := l.Clock.Now()
	err = postgres.InTxBatched(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		b := &pgx.Batch{}
		member.QueueRequireSession(b, s.MemberID, s.SessionID)
		face.QueueLockMember(b, s.MemberID)
		known := member.FaceKey(s.MemberID, s.DeviceID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if member.FaceKeyID(known.Get()) == member.FaceKeyID(spki) {
			return nil
		}
		if replaced, err = member.SetFaceKey(ctx, tx, s.MemberID, s.DeviceID, spki, now); err != nil {
			return err
		}
		face.QueueGiveUp(last, s.MemberID, s.DeviceID, l.Wall())
		notify.Queue(last, l.keyNotice(s, agent, now))
		subject := "member:" + s.MemberID.String()
		return audit.Queue(last, audit.Entry{At: now, Actor: subject, Action: "face.key_set", Subject: subject, Detail: map[string]any{"replaced": replaced}})
	})
	return member.FaceKeyID(spki), replaced, err
}

func (l *Liveness) keyNotice(s member.Session, agent string, now time.Time) notify.Notice {
	return notify.Notice{Member: s.MemberID, Kind: notify.FaceKeySet, At: now, Args: notify.DeviceArgs(agent, now, l.Region.TimeZone)}
}
