package support

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

var _ = postgres.Constraints(map[string]reason.Reason{"hardship_one_open": reason.HardshipOpen})

// HardshipKind is what a borrower asks for who cannot pay as agreed.
type HardshipKind string

// The kinds of requests.
const (
	// Promise names a day and an amount.
	Promise HardshipKind = "promise"
	// Plan asks for a plan, and says what they can pay a month.
	Plan HardshipKind = "plan"
)

// HardshipState is where a request stands. Reminders rest while it is open or accepted.
type HardshipState string

// The states of a request.
const (
	HardshipOpen     HardshipState = "open"
	HardshipAccepted HardshipState = "accepted"
	// HardshipKept: the money came as promised. HardshipBroken: the day passed without it.
	HardshipKept      HardshipState = "kept"
	HardshipBroken    HardshipState = "broken"
	HardshipClosed    HardshipState = "closed"
	HardshipWithdrawn HardshipState = "withdrawn"
	// HardshipLapsed: nobody decided on a plan in time.
	HardshipLapsed HardshipState = "lapsed"
)

// Live reports whether reminders rest for the request.
func (s HardshipState) Live() bool { return s == HardshipOpen || s == HardshipAccepted }

// Hardship is a request about one loan. It changes no balance.
type Hardship struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	OrderID  uuid.UUID
	Kind     HardshipKind
	// Amount is promised, or what they can pay a month; minor units of Currency.
	Amount   int64
	Currency money.Currency
	// Until is the promised day, or the last day of an accepted plan; zero for a plan that waits.
	Until  money.Date
	Body   string
	State  HardshipState
	Answer string
	// Repaid is what had been repaid when it was asked; minor units.
	Repaid     int64
	CreatedAt  time.Time
	AnsweredAt *time.Time
	EndedAt    *time.Time
	// CheckAt is when a live request is looked at next, by business time.
	CheckAt time.Time
}

// RemindersPausedUntil is the last business date on which no reminder is sent for the sake of a live request: the
// promised day, the last day of an accepted plan, and for a plan that nobody has decided on some days from when one of
// the two wrote last. The zero date once it has ended.
func (h Hardship) RemindersPausedUntil(r *region.Region) money.Date {
	switch {
	case !h.State.Live():
		return money.Date{}
	case !h.Until.IsZero():
		return h.Until
	}
	wrote := h.CreatedAt
	if h.AnsweredAt != nil {
		wrote = *h.AnsweredAt
	}
	return r.Today(wrote).AddDays(r.Service.PlanDays)
}

// Over is when the time of a live request is over: with the last day on which reminders rest for it, and for a promise at the hour of
// the next morning from which a borrower may be reminded, since what was sent late in the evening is reported in the night.
func (h Hardship) Over(r *region.Region) time.Time {
	over := h.RemindersPausedUntil(r).AddDays(1).In(r.TimeZone)
	if h.Kind == Promise {
		return over.Add(time.Duration(r.ReminderHours.From) * time.Hour)
	}
	return over
}

// LiveAt reports whether a request holds at an instant of business time: one whose time is over holds no more, whether or not a job has
// ended it yet. While it holds the borrower sees it, and makes no other.
func (h Hardship) LiveAt(r *region.Region, now time.Time) bool {
	return h.State.Live() && now.Before(h.Over(r))
}

// live is the condition that a request has not ended: HardshipState.Live.
const live = `state IN ('open', 'accepted')`

const hardships = `
	SELECT h.id, h.member_id, h.order_id, h.kind, h.amount, h.currency, h.until, h.body, h.state, h.answer, h.repaid, h.created_at,
		h.answered_at, h.ended_at, h.check_at
	FROM hardship h WHERE `

// QueueHardship writes a new request. A second one of the same loan while one is live is reason.HardshipOpen.
func QueueHardship(b *pgx.Batch, h Hardship) {
	b.Queue(`
		INSERT INTO hardship (id, member_id, order_id, kind, amount, currency, until, body, repaid, created_at, check_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		h.ID, h.MemberID, h.OrderID, h.Kind, h.Amount, h.Currency, h.Until, h.Body, h.Repaid, h.CreatedAt, h.CheckAt)
}

// HasLiveHardship is the column that tells whether a loan has a live request, by the order's column in the statement around it.
func HasLiveHardship(order string) string {
	return `EXISTS (SELECT FROM hardship h WHERE h.order_id = ` + order + ` AND h.` + live + `)`
}

// QueueCheckHardship has a live request of a loan looked at: money came or went.
func QueueCheckHardship(b *pgx.Batch, order uuid.UUID, now time.Time) {
	b.Queue(`UPDATE hardship SET check_at = $2 WHERE order_id = $1 AND `+live, order, now)
}

// LiveHardshipRow is a live request of a loan as a row of it holds it.
type LiveHardshipRow struct {
	Kind       HardshipKind
	State      HardshipState
	Amount     int64
	Until      money.Date
	CreatedAt  time.Time
	AnsweredAt *time.Time
}

// LiveHardshipRows is the column with a loan's live request, by the order's column in the statement around it: LiveHardship reads it.
func LiveHardshipRows(order string) string {
	return postgres.SelectRowArray[LiveHardshipRow]("h", `FROM hardship h WHERE h.order_id = `+order+` AND h.`+live)
}

// LiveHardship is the request among them that holds at an instant of business time, or nil: Hardship.LiveAt.
func LiveHardship(rows []LiveHardshipRow, r *region.Region, now time.Time) *Hardship {
	for _, row := range rows {
		h := Hardship{Kind: row.Kind, State: row.State, Amount: row.Amount, Until: row.Until, CreatedAt: row.CreatedAt, AnsweredAt: row.AnsweredAt}
		if h.LiveAt(r, now) {
			return &h
		}
	}
	return nil
}

// LatestHardship reads the newest request of a loan; nil when there was none.
func LatestHardship(order uuid.UUID) postgres.Query[*Hardship] {
	return postgres.Row[Hardship]("support: hardship", hardships+`h.order_id = $1 ORDER BY h.created_at DESC, h.id DESC LIMIT 1`, order)
}

// RemindersPaused reads for which of some loans a live request keeps reminders back on a business date. A request whose
// time is over keeps none back, whether or not a job has ended it yet.
func RemindersPaused(orders []uuid.UUID, r *region.Region, today money.Date) postgres.Query[map[uuid.UUID]bool] {
	running := listHardships(`h.order_id = ANY($1) AND h.`+live, orders)
	return postgres.Then(running, func(all []Hardship) (map[uuid.UUID]bool, error) {
		paused := map[uuid.UUID]bool{}
		for _, h := range all {
			if !today.After(h.RemindersPausedUntil(r)) {
				paused[h.OrderID] = true
			}
		}
		return paused, nil
	})
}

// HardshipByID reads a request; reason.TicketNotFound when there is none.
func HardshipByID(id uuid.UUID) postgres.Query[Hardship] {
	return postgres.OneRow[Hardship]("support: hardship", reason.TicketNotFound, hardships+`h.id = $1`, id)
}

// HardshipsForOperator reads a page of the live requests for an operator: those to which nobody has written, the longest wait first, then
// those that were answered and not decided on, then the accepted ones.
func HardshipsForOperator(a paging.Request) postgres.Query[paging.Page[Hardship]] {
	const rank = `(h.state = 'accepted')::int * 2 + (h.answered_at IS NOT NULL)::int`
	return paging.List("support: hardships", a, paging.Sort{Rank: rank, At: "h.created_at", ID: "h.id"}, func(h Hardship) paging.Position {
		p := paging.Position{At: h.CreatedAt, ID: h.ID}
		if h.State == HardshipAccepted {
			p.Rank += 2
		}
		if h.AnsweredAt != nil {
			p.Rank++
		}
		return p
	}, hardships+`h.`+live)
}

// HardshipsToCheck lists live requests that it is time to look at, without those of except; the longest due first, at most
// limit.
func HardshipsToCheck(now time.Time, except []uuid.UUID, limit int) postgres.Query[[]Hardship] {
	return listHardships(`h.`+live+` AND h.check_at <= $1 AND h.id <> ALL($2) ORDER BY h.check_at, h.id LIMIT $3`,
		now, except, limit)
}

func listHardships(where string, args ...any) postgres.Query[[]Hardship] {
	return postgres.Rows[Hardship]("support: hardships", hardships+where, args...)
}
