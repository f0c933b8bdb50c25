package loan

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// OrderEvent is one line of an order's timeline.
type OrderEvent struct {
	OrderID uuid.UUID
	Event   Event
	Actor   string
	At      time.Time
	Detail  map[string]any
}

// QueueEvent adds an event that changes no status.
func QueueEvent(b *pgx.Batch, t OrderEvent) {
	b.Queue(`
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		SELECT id, status, status, $2, $3, $4, $5 FROM loan_order WHERE id = $1`,
		t.OrderID, t.Event, detail(t.Detail), t.Actor, t.At)
}

// RecordEvent is QueueEvent alone.
func RecordEvent(ctx context.Context, db postgres.DB, t OrderEvent) error {
	b := &pgx.Batch{}
	QueueEvent(b, t)
	return postgres.Send(ctx, db, b)
}

// TimelineEntry is one line of a timeline as it is read.
type TimelineEntry struct {
	// ID is that of its event; nil for a line that is worked out.
	ID    uuid.UUID
	Event Event
	At    time.Time
	// Amount is the money that it was about, in minor units; 0 when it was about none.
	Amount int64
	// Date is the due date that it set, or that passed; none for any other.
	Date money.Date
}

// TimelineRows is the column with what happened to an order, by the order's column in the statement around it; SortTimeline puts
// it in its order.
func TimelineRows(order string) string {
	return postgres.SelectRowArray[TimelineEntry]("e", `
		FROM (SELECT event, at, COALESCE((detail->>'amount')::bigint, 0) AS amount, (detail->>'dueDate')::date AS date, id
			FROM order_event WHERE order_id = `+order+`) e`)
}

// SortTimeline puts the oldest first; a line that is worked out stands behind the events of its moment.
func SortTimeline(lines []TimelineEntry) {
	last := func(e TimelineEntry) int {
		if e.ID == uuid.Nil {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(lines, func(a, b TimelineEntry) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(last(a), last(b)), bytes.Compare(a.ID[:], b.ID[:]))
	})
}

// mostLines is how long a timeline may be and show each payment by itself.
const mostLines = 100

// FoldTimeline makes one line of the money that came on a day of a zone, and one of what went back on it, where a timeline in its
// order is longer than anybody reads: who pays by small transfers makes thousands, and each is in the list of payments. A line is that
// of the last one, and its amount the sum.
func FoldTimeline(lines []TimelineEntry, zone *time.Location) []TimelineEntry {
	if len(lines) <= mostLines {
		return lines
	}
	type day struct {
		event Event
		on    money.Date
	}
	last := map[day]int{}
	var folded []TimelineEntry
	for _, line := range slices.Backward(lines) {
		if line.Event == PaymentReceived || line.Event == OverpaymentReturned {
			of := day{line.Event, money.DateOf(line.At.In(zone))}
			if at, some := last[of]; some {
				folded[at].Amount = money.Sum(folded[at].Amount, line.Amount)
				continue
			}
			last[of] = len(folded)
		}
		folded = append(folded, line)
	}
	slices.Reverse(folded)
	return folded
}
