package loan

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// OrderEvent is an event in an order's timeline.
type OrderEvent struct {
	OrderID uuid.UUID
	Event   Event
	Actor   string
	At      time.Time
	Detail  map[string]any
}

// QueueEvent records an event that does not change the status.
func QueueEvent(b *pgx.Batch, t OrderEvent) {
	b.Queue(`
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		SELECT id, status, status, $2, $3, $4, $5 FROM loan_order WHERE id = $1`,
		t.OrderID, t.Event, detail(t.Detail), t.Actor, t.At)
}

// RecordUnclear records that the bank gave no clear answer about an attempt. An attempt has at most one such event: it has the
// attempt's id, so that runs which repeat or overlap record it once. The previous release gave it an id of its own.
func RecordUnclear(ctx context.Context, db postgres.DB, d Disbursement, at time.Time) error {
	const insert = `
		INSERT INTO order_event (id, order_id, from_status, to_status, event, actor, at)
		SELECT $1, id, status, status, $3, $4, $5 FROM loan_order WHERE id = $2
			AND NOT EXISTS (SELECT FROM order_event WHERE order_id = $2 AND event = $3 AND at >= $6)
		ON CONFLICT (id) DO NOTHING`
	if _, err := db.Exec(ctx, insert, d.ID, d.OrderID, PayoutUnclear, ByBank, at, d.CreatedAt); err != nil {
		return fmt.Errorf("loan: record an unclear payout: %w", postgres.Reason(err))
	}
	return nil
}

// TimelineEntry is a line of a timeline as it is shown.
type TimelineEntry struct {
	// ID is the id of the stored event, or nil for a line that is computed.
	ID    uuid.UUID
	Event Event
	At    time.Time
	// Amount is the money that the event is about, in minor units, or 0 if there is none.
	Amount int64
	// Date is the due date that the event set, or that passed. Other events have no date.
	Date money.Date
}

// TimelineRows returns an unsorted column with the events of an order; use SortTimeline to sort them. order names the order's
// column in the surrounding statement.
func TimelineRows(order string) string {
	return postgres.SelectRowArray[TimelineEntry]("e", `
		FROM (SELECT event, at, COALESCE((detail->>'amount')::bigint, 0) AS amount, (detail->>'dueDate')::date AS date, id
			FROM order_event WHERE order_id = `+order+`) e`)
}

// SortTimeline sorts lines by time, oldest first. A computed line comes after the events of the same time.
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

// maxLines is the longest timeline that shows each payment in its own line.
const maxLines = 100

// FoldTimeline shortens a sorted timeline of more than maxLines lines: it merges all payments of a day in zone into one line, and
// likewise all returned overpayments. A borrower who pays in many small transfers would otherwise have thousands of lines, and the
// list of payments shows each. A merged line is the last one of the day, with the sum of the amounts.
func FoldTimeline(lines []TimelineEntry, zone *time.Location) []TimelineEntry {
	if len(lines) <= maxLines {
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
