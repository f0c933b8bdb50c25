package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
)

// Tab is a filter of a member's orders (spec 2).
type Tab string

// The tabs. TabToConfirm holds the orders that wait for the borrower's next step, TabUnderReview those that wait for others.
// TabRunning holds both and the loans to be repaid: every order that has not ended.
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

// Page is a query for one page of a member's orders in a tab, newest first.
type Page struct {
	// Where selects the orders from RowTables with Args, sorted, and one more than the page if there is one. It ends with ORDER BY
	// and LIMIT.
	Where string
	Args  []any
	ask   paging.Request
}

// PageOf returns the page at cursor, or the first page if cursor is empty. An invalid cursor is reason.InvalidParameter.
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

// Cut returns the page of the rows found and the cursor of the next page, which is empty after the last one. order returns the
// order of a row.
func Cut[T any](p Page, found []T, order func(T) Order) (page []T, next string) {
	cut := paging.NewPage(p.ask, found, func(t T) paging.Position { return placeOf(order(t)) })
	return cut.Rows, cut.Next
}

// placeOf returns the position of an order in the list, newest first.
func placeOf(o Order) paging.Position { return paging.Position{At: o.AppliedAt, ID: o.ID} }
