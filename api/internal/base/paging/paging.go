// Package paging reads lists page by page. A page begins after the position where the previous one ended, not after a number of
// rows: rows that are inserted or deleted between two pages cause neither gaps nor duplicates.
package paging

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Position is the position of a row in a list: by rank, then by time, then by id. A list that is not ordered by rank or time
// leaves them zero.
type Position struct {
	Rank int16
	At   time.Time
	ID   uuid.UUID
}

// Request asks for at most Limit rows after a position, or from the beginning if After is nil.
type Request struct {
	After *Position
	Limit int
}

// First returns a request for the first page of a list.
func First(limit int) Request { return Request{Limit: limit} }

// Read returns a request for the page after a cursor, or the first page if it is empty. An invalid cursor is
// reason.InvalidParameter.
func Read(cursor string, limit int) (Request, error) {
	if cursor == "" {
		return First(limit), nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) != placeBytes && len(raw) != rankedBytes {
		return Request{}, reason.InvalidField("cursor", reason.FieldFormat)
	}
	p := Position{At: time.UnixMicro(int64(binary.BigEndian.Uint64(raw))).UTC(), ID: uuid.UUID(raw[8:placeBytes])}
	if len(raw) == rankedBytes {
		p.Rank = int16(binary.BigEndian.Uint16(raw[placeBytes:]))
	}
	if !p.At.IsZero() && (p.At.Year() < firstYear || p.At.Year() > lastYear) {
		return Request{}, reason.InvalidField("cursor", reason.FieldFormat)
	}
	return Request{After: &p, Limit: limit}, nil
}

const (
	placeBytes  = 8 + 16
	rankedBytes = placeBytes + 2
	// firstYear is before any time in a list.
	firstYear = 2000
	// lastYear is the last year that PostgreSQL and Go represent in the same way.
	lastYear = 9999
)

// Last is the last instant, in microseconds, that PostgreSQL and Go represent in the same way, so that a wrong date of a bank
// is also listed.
var Last = time.Date(lastYear+1, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Microsecond)

// Cursor encodes the position as text, for Read. A rank of zero is omitted.
func (p Position) Cursor() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(p.At.UnixMicro()))
	raw = append(raw, p.ID[:]...)
	if p.Rank != 0 {
		raw = binary.BigEndian.AppendUint16(raw, uint16(p.Rank))
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Begin returns the position after which the page begins, in a descending or ascending list.
func (a Request) Begin(descending bool) Position {
	switch {
	case a.After != nil:
		return *a.After
	case descending:
		return Position{Rank: math.MaxInt16, At: Last, ID: uuid.Max}
	default:
		return Position{Rank: math.MinInt16}
	}
}

// Page is a page of a list with the cursor of the next; Next is empty on the last page.
type Page[T any] struct {
	Rows []T
	Next string
}

// NewPage returns the page for the rows read, which may be one more than the limit.
func NewPage[T any](a Request, rows []T, place func(T) Position) Page[T] {
	if len(rows) <= a.Limit {
		return Page[T]{Rows: rows}
	}
	return Page[T]{Rows: rows[:a.Limit], Next: place(rows[a.Limit-1]).Cursor()}
}

// Sort is the order of a list: the SQL of the parts of a Position. Rank and At are empty if the list is not ordered by them. An
// index on all parts, in this order, makes reading a page fast.
type Sort struct {
	Rank, At, ID string
	Descending   bool
}

// List reads a page. sql selects the rows of the whole list with args and ends with a condition; place returns the position of
// a row in the order by.
func List[T any](name string, a Request, by Sort, place func(T) Position, sql string, args ...any) postgres.Query[Page[T]] {
	begin, compare, direction := a.Begin(by.Descending), ">", ""
	if by.Descending {
		compare, direction = "<", " DESC"
	}
	var columns, behind, order []string
	for _, part := range []struct {
		sql   string
		value any
	}{{by.Rank, begin.Rank}, {by.At, begin.At}, {by.ID, begin.ID}} {
		if part.sql == "" {
			continue
		}
		args = append(args, part.value)
		columns, behind, order = append(columns, part.sql), append(behind, "$"+strconv.Itoa(len(args))), append(order, part.sql+direction)
	}
	args = append(args, a.Limit+1)
	sql += ` AND (` + strings.Join(columns, ", ") + `) ` + compare + ` (` + strings.Join(behind, ", ") + `)
		ORDER BY ` + strings.Join(order, ", ") + ` LIMIT $` + strconv.Itoa(len(args))
	return postgres.Then(postgres.Rows[T](name, sql, args...), func(rows []T) (Page[T], error) { return NewPage(a, rows, place), nil })
}
