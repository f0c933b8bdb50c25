package desk

import (
	"context"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// The kinds of monitor.Waiting that wait for a person and are decided on the desk.
const (
	reviewCard = "card"
	reviewFace = "face"
)

type state struct {
	Now           time.Time `json:"now"`
	OffsetSeconds int64     `json:"offsetSeconds"`
	SMS           []sms     `json:"sms"`
	Intents       []intent  `json:"intents"`
	Payments      []receipt `json:"payments"`
	// Transfers are the bank's outgoing transfers: payouts and refunds.
	Transfers []transfer `json:"transfers"`
	Reviews   []review   `json:"reviews"`
	// Waiting is what else waits for a person; it is decided by commands.
	Waiting []waiting `json:"waiting"`
	Orders  []order   `json:"orders"`
	Jobs    []job     `json:"jobs"`
	// ImageCodes are the answers of image codes; Conversions are what was reported to advertising platforms.
	ImageCodes  []imageCode  `json:"imageCodes"`
	Conversions []conversion `json:"conversions"`
	// Tracks are the latest records of pages and buttons.
	Tracks []record `json:"tracks"`
	// Behind is what is installed and compiled in the background.
	Behind []background.Progress `json:"behind"`
}

type sms struct {
	Phone  string    `json:"phone"`
	Body   string    `json:"body"`
	SentAt time.Time `json:"sentAt"`
}

type intent struct {
	IntentID  uuid.UUID `json:"intentId"`
	OrderNo   string    `json:"orderNo"`
	Purpose   string    `json:"purpose"`
	Method    string    `json:"method"`
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	Memo      string    `json:"memo"`
	ExpiresAt time.Time `json:"expiresAt"`
	Decimals  int       `json:"decimals" db:"-"`
}

type receipt struct {
	Reference string    `json:"reference"`
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	Memo      string    `json:"memo"`
	State     string    `json:"state"`
	Outcome   string    `json:"outcome"`
	PaidAt    time.Time `json:"paidAt"`
	Decimals  int       `json:"decimals" db:"-"`
}

type transfer struct {
	Reference string    `json:"reference"`
	Direction string    `json:"direction"`
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	State     string    `json:"state"`
	SentAt    time.Time `json:"sentAt"`
	Decimals  int       `json:"decimals" db:"-"`
}

type review struct {
	Kind   string    `json:"kind"`
	ID     uuid.UUID `json:"id"`
	Title  string    `json:"title"`
	Detail string    `json:"detail"`
}

type waiting struct {
	Kind  string     `json:"kind"`
	Count int64      `json:"count"`
	Since *time.Time `json:"since"`
	// List is the operator command that lists it.
	List string `json:"list"`
}

type order struct {
	OrderNo   string  `json:"orderNo"`
	Status    string  `json:"status"`
	Principal int64   `json:"principal"`
	Currency  string  `json:"currency"`
	TermDays  int     `json:"termDays"`
	Product   string  `json:"product"`
	DueDate   *string `json:"dueDate"`
	Decimals  int     `json:"decimals" db:"-"`
}

type imageCode struct {
	Phone   string    `json:"phone"`
	Answer  string    `json:"answer"`
	DrawnAt time.Time `json:"drawnAt"`
}

type conversion struct {
	Platform string    `json:"platform"`
	PixelID  string    `json:"pixelId"`
	Event    string    `json:"event"`
	EventID  string    `json:"eventId"`
	At       time.Time `json:"at"`
}

type record struct {
	PageID   string    `json:"pageId"`
	ButtonID string    `json:"buttonId"`
	At       time.Time `json:"at"`
}

type job struct {
	Kind      string `json:"kind"`
	State     string `json:"state"`
	Count     int    `json:"count"`
	LastError string `json:"lastError"`
}

// state responds with the latest items of everything. If phone contains the end of a number, only messages to that number are
// returned, so that many reminders do not hide them.
func (d *Desk) state(c fiber.Ctx) error {
	s := state{Now: d.Clock.Now(), OffsetSeconds: int64(d.Clock.Offset() / time.Second), Behind: []background.Progress{}}
	if d.BackgroundProgress != nil {
		s.Behind = append(s.Behind, d.BackgroundProgress()...)
	}
	if err := d.read(c.Context(), &s, c.Query("phone")); err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(s)
}

func (d *Desk) read(ctx context.Context, s *state, phone string) error {
	batch := &pgx.Batch{}
	collect(batch, &s.SMS, `
		SELECT phone, body, sent_at FROM desk_sms WHERE right(phone, length($1)) = $1 ORDER BY sent_at DESC, id DESC LIMIT 5`, phone)
	collect(batch, &s.Intents, `
		SELECT i.id AS intent_id, o.order_no, i.purpose, i.method, i.amount, i.currency, i.code AS memo, i.expires_at
		FROM payment_intent i JOIN loan_order o ON o.id = i.order_id
		WHERE i.state = 'open' AND i.replaced_at IS NULL AND i.expires_at > $1 ORDER BY i.created_at DESC LIMIT 5`, s.Now)
	collect(batch, &s.Payments, `
		SELECT gateway_reference AS reference, amount, currency, memo, state, outcome, paid_at
		FROM payment ORDER BY received_at DESC, id DESC LIMIT 8`)
	collect(batch, &s.Transfers, `
		SELECT reference, direction, amount, currency, CASE WHEN returned_at IS NULL THEN state ELSE 'returned' END AS state, created_at AS sent_at
		FROM sandbox_bank.transfer ORDER BY created_at DESC, reference LIMIT 8`)
	collect(batch, &s.Reviews, `
		SELECT '`+reviewCard+`' AS kind, r.id, 'New bank card' AS title,
		       concat(c.holder_name, ' · ', c.bank_code, ' · …', c.account_last4) AS detail
		FROM bank_card_review r JOIN bank_card c ON c.id = r.card_id
		WHERE r.state = 'pending'
		UNION ALL
		SELECT '`+reviewFace+`', id, 'Face beside the ID', concat('the comparison says ', comparison, ' · ops faces show ', id)
		FROM face_enrolment WHERE state = 'review'
		ORDER BY id`)
	lines := monitor.Waiting(s.Now).Queue(batch)
	collect(batch, &s.Orders, `
		SELECT o.order_no, o.principal, o.currency, o.term_days, v.name AS product, to_char(l.due_date, 'YYYY-MM-DD') AS due_date,
		       CASE WHEN o.repay_status = 3 THEN 'settled'
		            ELSE (ARRAY['waiting risk review', 'under review', 'rejected', 'to be confirmed', 'disbursing',
		                        'disbursement failed', 'cancelled by the borrower', 'cancelled by the system',
		                        'waiting payment'])[o.status] END AS status
		FROM loan_order o
		JOIN loan_product_version v ON v.product_id = o.product_id AND v.version = o.product_version
		LEFT JOIN loan l ON l.order_id = o.id
		ORDER BY o.applied_at DESC LIMIT 8`)
	collect(batch, &s.ImageCodes, `SELECT phone, answer, drawn_at FROM desk_image_code ORDER BY drawn_at DESC LIMIT 5`)
	collect(batch, &s.Conversions, `SELECT platform, pixel_id, event, event_id, at FROM desk_conversion ORDER BY id DESC LIMIT 5`)
	collect(batch, &s.Tracks, `SELECT page_id, button_id, at FROM tracking_record ORDER BY id DESC LIMIT 10`)
	collect(batch, &s.Jobs, `
		SELECT kind, state::text, count(*)::int AS count, COALESCE(max(errors[array_upper(errors, 1)] ->> 'error'), '') AS last_error
		FROM river_job WHERE state NOT IN ('completed', 'cancelled') GROUP BY kind, state ORDER BY kind, state`)
	if err := postgres.Send(ctx, d.Pool, batch); err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	s.Waiting = decidedByCommand(lines.Get())
	s.setDecimals()
	return nil
}

// decidedByCommand returns what waits for a person and is not decided on the desk.
func decidedByCommand(lines []attention.Line) []waiting {
	all := []waiting{}
	for _, l := range lines {
		if l.Count > 0 && l.Kind != reviewCard && l.Kind != reviewFace {
			all = append(all, waiting{Kind: l.Kind, Count: l.Count, Since: l.Since, List: ops.ListOf(l.Kind)})
		}
	}
	return all
}

// setDecimals sets how many decimals the page shows for each amount.
func (s *state) setDecimals() {
	for i := range s.Intents {
		s.Intents[i].Decimals = decimals(s.Intents[i].Currency)
	}
	for i := range s.Payments {
		s.Payments[i].Decimals = decimals(s.Payments[i].Currency)
	}
	for i := range s.Transfers {
		s.Transfers[i].Decimals = decimals(s.Transfers[i].Currency)
	}
	for i := range s.Orders {
		s.Orders[i].Decimals = decimals(s.Orders[i].Currency)
	}
}

// collect queues a query and collects its rows into the slice; no rows give an empty slice, which the page relies on.
func collect[T any](batch *pgx.Batch, into *[]T, query string, args ...any) {
	batch.Queue(query, args...).Query(func(rows pgx.Rows) error {
		items, err := pgx.CollectRows(rows, pgx.RowToStructByName[T])
		*into = append([]T{}, items...)
		return err
	})
}

func decimals(currency string) int { return money.Currency(currency).Decimals() }
