// Package notify sends members notices in the app about their loans and requests. A flow queues a notice in the
// transaction of the event; the text is written in the reader's language when it is read.
package notify

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// Notice is a message to a member.
type Notice struct {
	Member uuid.UUID
	Kind   Kind
	// Order is the loan that the notice is about. Subject is what else it is about (a ticket, a card). Both are zero if
	// none.
	Order   uuid.UUID
	Subject uuid.UUID
	// At is business time.
	At time.Time
	// Args fill the {names} in the text of the kind: reason.Named("amount", money.Of(...), "date", day).
	Args reason.Args
}

// Queue adds a notice to the inbox as part of a batch. It is committed or rolled back with the batch's transaction.
func Queue(b *pgx.Batch, n Notice) { support.QueueNotice(b, n.told()) }

// QueueToProved is Queue for members with a proved identity. For other members it does nothing.
func QueueToProved(b *pgx.Batch, n Notice) { support.QueueNoticeToProved(b, n.told()) }

func (n Notice) told() support.Notice {
	return support.Notice{
		MemberID: n.Member, Kind: string(n.Kind), OrderID: orNil(n.Order), Subject: orNil(n.Subject), Params: n.Args, At: n.At,
	}
}

// QueueForOrder queues a notice about an order. {no} is filled with the order's number; args are further names and
// values.
func QueueForOrder(b *pgx.Batch, o loan.Order, kind Kind, at time.Time, args ...any) {
	Queue(b, Notice{
		Member: o.MemberID, Kind: kind, Order: o.ID, At: at, Args: reason.Named(append([]any{"no", o.OrderNo}, args...)...),
	})
}

// Rendered is a notice as it is read.
type Rendered struct {
	Title string
	Text  string
}

// Render writes a notice in a language.
func Render(n support.Notice, l lang.Lang) Rendered {
	w, known := messages.In(l)[Kind(n.Kind)]
	if !known {
		return Rendered(unknown.In(l))
	}
	text := w.Text
	for name, with := range textsWith.In(l)[Kind(n.Kind)] {
		if _, given := n.Params[name]; given {
			text = with
		}
	}
	return Rendered{Title: n.Params.Fill(w.Title, l), Text: n.Params.Fill(text, l)}
}

// DeviceArgs returns the arguments of a notice about a device: its name, derived from the user agent, and the time of
// the event in the market's time zone.
func DeviceArgs(agent string, at time.Time, zone *time.Location) reason.Args {
	local := at.In(zone)
	return reason.Named("device", member.DeviceName(agent), "time", local.Format("15:04"), "date", money.DateOf(local))
}

func orNil(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
