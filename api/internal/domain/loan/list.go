package loan

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
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
	limit int
}

// PageOf is the page after that which gave cursor; the first where cursor is empty. One that no page gave is
// reason.InvalidParameter.
func PageOf(member uuid.UUID, tab Tab, cursor string, limit int) (Page, error) {
	before, beforeID, err := decodeCursor(cursor)
	if err != nil {
		return Page{}, err
	}
	return Page{
		Where: `o.member_id = $1 AND (o.applied_at, o.id) < ($2, $3)` + tabs[tab] + ` ORDER BY o.applied_at DESC, o.id DESC LIMIT $4`,
		Args:  []any{member, before, beforeID, limit + 1},
		limit: limit,
	}, nil
}

// Cut is the page of what was found, each about an order, and the cursor of the next; empty after the last page.
func Cut[T any](p Page, found []T, order func(T) Order) (page []T, next string) {
	if len(found) <= p.limit {
		return found, ""
	}
	last := order(found[p.limit-1])
	return found[:p.limit], encodeCursor(last.AppliedAt, last.ID)
}

const cursorBytes = 8 + 16

func encodeCursor(at time.Time, id uuid.UUID) string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(raw, id[:]...))
}

func decodeCursor(cursor string) (time.Time, uuid.UUID, error) {
	if cursor == "" {
		// Later than any order.
		return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), uuid.Max, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) != cursorBytes {
		return time.Time{}, uuid.Nil, reason.InvalidField("cursor", reason.FieldFormat)
	}
	at := time.UnixMicro(int64(binary.BigEndian.Uint64(raw[:8]))).UTC()
	if at.Year() < 2000 || at.Year() > 9999 {
		return time.Time{}, uuid.Nil, reason.InvalidField("cursor", reason.FieldFormat)
	}
	return at, uuid.UUID(raw[8:]), nil
}
