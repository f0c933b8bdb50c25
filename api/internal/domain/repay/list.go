package repay

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// PageSize is the default length of a page.
const PageSize = 20

// Page is a request for a page of a member's payments, newest first.
type Page struct {
	MemberID uuid.UUID
	// OrderID, if set, limits the list to one loan.
	OrderID *uuid.UUID
	// Text, if not empty, is a part of the receipt number, or the beginning of an amount as people write it ("2.150.000").
	Text string
	// State and Method, if not empty, limit the list to a state and a payment method.
	State  PaymentState
	Method Method
	// From and Until, if set, limit the time of payment. From is inclusive, Until exclusive.
	From, Until *time.Time
	// Cursor is the end of the previous page. It is empty for the first page.
	Cursor string
	Limit  int
}

// Listed is a payment with its order number.
type Listed struct {
	Payment
	OrderNo string
}

// ListPayments returns a page of payments and the cursor of the next page, which is empty after the last one. An invalid cursor is
// reason.InvalidParameter.
func ListPayments(ctx context.Context, db postgres.DB, page Page) ([]Listed, string, error) {
	limit := page.Limit
	if limit <= 0 {
		limit = PageSize
	}
	before, id, err := readCursor(page.Cursor)
	if err != nil {
		return nil, "", reason.InvalidField("cursor", reason.FieldFormat)
	}
	// The index of a member's payments comes first, and the other conditions only filter. Amounts below 1 are typed with a leading
	// zero that minor units lack: 0.75 is "075".
	serial, figures := page.sought()
	all, err := postgres.Rows[Listed]("repay: list", `
		SELECT `+paymentColumns+`, COALESCE((SELECT order_no FROM order_reference o WHERE o.order_id = p.order_id), '') AS order_no
		FROM payment p
		WHERE p.member_id = $1 AND (p.paid_at, p.id) < ($2, $3)
			AND ($5::uuid IS NULL OR p.order_id = $5) AND ($6 = '' OR p.state = $6) AND ($7 = '' OR p.payment_type = $7)
			AND ($8::timestamptz IS NULL OR p.paid_at >= $8) AND ($9::timestamptz IS NULL OR p.paid_at < $9)
			AND ($10 = '' AND $11 = '' OR $10 <> '' AND strpos(p.serial_number, $10) > 0
				OR $11 <> '' AND (starts_with(p.amount::text, $11) OR starts_with(lpad(p.amount::text, 3, '0'), $11)))
		ORDER BY p.paid_at DESC, p.id DESC LIMIT $4`, page.MemberID, before, id, limit+1,
		page.OrderID, page.State, page.Method, page.From, page.Until, serial, figures).Read(ctx, db)
	if err != nil || len(all) <= limit {
		return all, "", err
	}
	return all[:limit], cursor(all[limit-1].Payment), nil
}

// sought returns what the text may mean: a part of a receipt number, and the leading digits of an amount in minor units.
func (p Page) sought() (serial, figures string) {
	serial = strings.ToUpper(strings.TrimSpace(p.Text))
	for _, r := range money.WithoutSymbol(strings.TrimSpace(p.Text)) {
		switch {
		case r >= '0' && r <= '9':
			figures += string(r)
		case !strings.ContainsRune(" .,\u00a0", r):
			return serial, ""
		}
	}
	return serial, figures
}

func cursor(p Payment) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.PaidAt.UnixMicro(), 10) + "." + p.ID.String()))
}

func readCursor(text string) (time.Time, uuid.UUID, error) {
	if text == "" {
		// A position behind every payment, because the list starts with the newest.
		return paging.Last, uuid.Max, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return time.Time{}, uuid.Nil, err
	}
	micros, id, _ := strings.Cut(string(raw), ".")
	n, err := strconv.ParseInt(micros, 10, 64)
	if err != nil || n < 0 || n > paging.Last.UnixMicro() {
		return time.Time{}, uuid.Nil, fmt.Errorf("repay: invalid cursor %q", micros)
	}
	last, err := uuid.Parse(id)
	if err != nil {
		return time.Time{}, uuid.Nil, err
	}
	return time.UnixMicro(n).UTC(), last, nil
}
