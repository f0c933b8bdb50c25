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

// HardshipKind is the kind of request of a borrower who cannot pay as agreed.
type HardshipKind string

// The kinds of requests.
const (
	// Promise is the promise to pay an amount by a date.
	Promise HardshipKind = "promise"
	// Plan is the request for a payment plan, with the amount that the borrower can pay per month.
	Plan HardshipKind = "plan"
)

// HardshipState is the state of a request. While it is open or accepted, reminders are paused.
type HardshipState string

// The states of a request.
const (
	HardshipOpen     HardshipState = "open"
	HardshipAccepted HardshipState = "accepted"
	// HardshipKept: the promised amount was paid. HardshipBroken: the date passed without it.
	HardshipKept      HardshipState = "kept"
	HardshipBroken    HardshipState = "broken"
	HardshipClosed    HardshipState = "closed"
	HardshipWithdrawn HardshipState = "withdrawn"
	// HardshipLapsed: a plan was not decided on in time.
	HardshipLapsed HardshipState = "lapsed"
)

// Live reports whether the request is open or accepted, so that reminders are paused.
func (s HardshipState) Live() bool { return s == HardshipOpen || s == HardshipAccepted }

// Hardship is a request about one loan. It does not change any balance.
type Hardship struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	OrderID  uuid.UUID
	Kind     HardshipKind
	// Amount is the promised amount, or the amount per month, in minor units of Currency.
	Amount   int64
	Currency money.Currency
	// Until is the promised date, or the last day of an accepted plan. It is zero for an open plan.
	Until  money.Date
	Body   string
	State  HardshipState
	Answer string
	// Repaid is the amount that had been repaid at the time of the request, in minor units.
	Repaid     int64
	CreatedAt  time.Time
	AnsweredAt *time.Time
	EndedAt    *time.Time
	// CheckAt is when a live request is checked next, in business time.
	CheckAt time.Time
}

// RemindersPausedUntil returns the last business date on which a live request pauses reminders: the promised date, the last day of
// an accepted plan, or for an undecided plan some days (Service.PlanDays) after the request or the operator's answer. It is zero
// for a request that has ended.
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

// Over returns when a live request expires: after the last day of paused reminders. A promise expires only at the next morning's
// first hour for reminders, because a payment sent late in the evening is reported during the night.
func (h Hardship) Over(r *region.Region) time.Time {
	over := h.RemindersPausedUntil(r).AddDays(1).In(r.TimeZone)
	if h.Kind == Promise {
		return over.Add(time.Duration(r.ReminderHours.From) * time.Hour)
	}
	return over
}

// LiveAt reports whether a request is live at an instant of business time. A request past its time is not, even if no job has
// ended it yet. While it is live, the borrower sees it and cannot make another one.
func (h Hardship) LiveAt(r *region.Region, now time.Time) bool {
	return h.State.Live() && now.Before(h.Over(r))
}

// live is the SQL condition for HardshipState.Live.
const live = `state IN ('open', 'accepted')`

const hardships = `
	SELECT h.id, h.member_id, h.order_id, h.kind, h.amount, h.currency, h.until, h.body, h.state, h.answer, h.repaid, h.created_at,
		h.answered_at, h.ended_at, h.check_at
	FROM hardship h WHERE `

// QueueHardship inserts a new request. It fails with reason.HardshipOpen if the loan has a live one.
func QueueHardship(b *pgx.Batch, h Hardship) {
	b.Queue(`
		INSERT INTO hardship (id, member_id, order_id, kind, amount, currency, until, body, repaid, created_at, check_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		h.ID, h.MemberID, h.OrderID, h.Kind, h.Amount, h.Currency, h.Until, h.Body, h.Repaid, h.CreatedAt, h.CheckAt)
}

// HasLiveHardship returns a column that tells whether a loan has a live request. order names the order's column in the surrounding
// statement.
func HasLiveHardship(order string) string {
	return `EXISTS (SELECT FROM hardship h WHERE h.order_id = ` + order + ` AND h.` + live + `)`
}

// QueueCheckHardship schedules a check of a loan's live request, because a payment came or was reversed.
func QueueCheckHardship(b *pgx.Batch, order uuid.UUID, now time.Time) {
	b.Queue(`UPDATE hardship SET check_at = $2 WHERE order_id = $1 AND `+live, order, now)
}

// LiveHardshipRow is a live request as read by LiveHardshipRows.
type LiveHardshipRow struct {
	Kind       HardshipKind
	State      HardshipState
	Amount     int64
	Until      money.Date
	CreatedAt  time.Time
	AnsweredAt *time.Time
}

// LiveHardshipRows returns a column with a loan's live request, for LiveHardship. order names the order's column in the
// surrounding statement.
func LiveHardshipRows(order string) string {
	return postgres.SelectRowArray[LiveHardshipRow]("h", `FROM hardship h WHERE h.order_id = `+order+` AND h.`+live)
}

// LiveHardship returns the request that is live at an instant of business time (Hardship.LiveAt), or nil.
func LiveHardship(rows []LiveHardshipRow, r *region.Region, now time.Time) *Hardship {
	for _, row := range rows {
		h := Hardship{Kind: row.Kind, State: row.State, Amount: row.Amount, Until: row.Until, CreatedAt: row.CreatedAt, AnsweredAt: row.AnsweredAt}
		if h.LiveAt(r, now) {
			return &h
		}
	}
	return nil
}

// LatestHardship reads the newest request of a loan, or nil if there is none.
func LatestHardship(order uuid.UUID) postgres.Query[*Hardship] {
	return postgres.Row[Hardship]("support: hardship", hardships+`h.order_id = $1 ORDER BY h.created_at DESC, h.id DESC LIMIT 1`, order)
}

// RemindersPaused reads for which loans a live request pauses reminders on a business date. A request past its time pauses none,
// even if no job has ended it yet.
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

// HardshipByID reads a request, or returns reason.TicketNotFound.
func HardshipByID(id uuid.UUID) postgres.Query[Hardship] {
	return postgres.OneRow[Hardship]("support: hardship", reason.TicketNotFound, hardships+`h.id = $1`, id)
}

// HardshipsForOperator reads a page of the live requests for an operator: first the unanswered ones, then the answered but
// undecided ones, then the accepted ones, each oldest first.
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

// HardshipsToCheck lists at most limit live requests that are due for a check, without those in except, the longest due first.
func HardshipsToCheck(now time.Time, except []uuid.UUID, limit int) postgres.Query[[]Hardship] {
	return listHardships(`h.`+live+` AND h.check_at <= $1 AND h.id <> ALL($2) ORDER BY h.check_at, h.id LIMIT $3`,
		now, except, limit)
}

func listHardships(where string, args ...any) postgres.Query[[]Hardship] {
	return postgres.Rows[Hardship]("support: hardships", hardships+where, args...)
}
