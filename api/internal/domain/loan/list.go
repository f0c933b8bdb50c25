package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
)

// Tab is a part of a member's orders (spec 2).
type Tab string

// The tabs. What waits for the borrower's next step stands in TabToConfirm, what others work on in TabUnderReview;
// TabRunning holds these and the loans that are to be repaid: all but what is over.
const (
	TabAll         Tab = "all"
	TabRunning     Tab = "running"
	TabToConfirm   Tab = "toConfirm"
	TabRepayment   Tab = "awaitingRepayment"
	TabUnderReview Tab = "underReview"
)

var tabs = map[Tab]string{
	TabAll:         ``,
	TabRunning:     ` AND (o.status IN ` + unpaid + ` OR ` + running + `)`,
	TabToConfirm:   ` AND o.status IN (4, 6)`,
	TabRepayment:   ` AND ` + running,
	TabUnderReview: ` AND o.status IN (1, 2, 5)`,
}

// Page is a part of a member's orders of a tab, the newest first.
type Page struct {
	// Where finds its orders, in their order, and one more if there is one, among RowTables, by Args: it ends with ORDER BY and LIMIT.
	Where string
	Args  []any
	ask   paging.Request
}

// PageOf is the page after that which gave cursor; the first where cursor is empty. One that no page gave is
// reason.InvalidParameter.
func PageOf(member uuid.UUID, tab Tab, cursor string, limit int) (Page, error) {
	ask, err := paging.Read(cursor, limit)
	if err != nil {
		return Page{}, err
	}
	begin := ask.Begin(true)
	return Page{
		Where: `o.member_id = $1 AND (o.applied_at, o.id) < ($2, $3)` + tabs[tab] + ` ORDER BY o.applied_at DESC, o.id DESC LIMIT $4`,
		Args:  []any{member, begin.At, begin.ID, limit + 1},
		ask:   ask,
	}, nil
}

// Cut is the page of what was found, each about an order, and the cursor of the next; empty after the last page.
func Cut[T any](p Page, found []T, order func(T) Order) (page []T, next string) {
	cut := paging.NewPage(p.ask, found, func(t T) paging.Position { return placeOf(order(t)) })
	return cut.Rows, cut.Next
}

// placeOf is where an order stands among the newest.
func placeOf(o Order) paging.Position { return paging.Position{At: o.AppliedAt, ID: o.ID} }
