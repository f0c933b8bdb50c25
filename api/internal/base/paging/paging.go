// Package paging reads lists a page at a time. A page begins behind the place where the one before ended, never behind a number of
// rows: what is added to a list, or leaves it, between two pages hides nothing and shows nothing twice.
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

// Position is where a row stands in a list: by its rank, within that by its time, and within that by its id. A list that does not
// go by rank or time leaves them zero.
type Position struct {
	Rank int16
	At   time.Time
	ID   uuid.UUID
}

// Request is what is asked for of a list: at most Limit rows behind a place, or from its beginning where After is nil.
type Request struct {
	After *Position
	Limit int
}

// First asks for the first page of a list.
func First(limit int) Request { return Request{Limit: limit} }

// Read asks for the page behind a cursor, the first where it is empty. A cursor that no page gave is reason.InvalidParameter.
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
	// firstYear is before anything that a list may hold.
	firstYear = 2000
	// lastYear is that beyond which PostgreSQL and Go tell time differently.
	lastYear = 9999
)

// Last is the last instant that PostgreSQL and Go tell alike, in microseconds: what a bank dates there by mistake is listed as well.
var Last = time.Date(lastYear+1, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Microsecond)

// Cursor is the place as text, for Read. A rank of zero is left out.
func (p Position) Cursor() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(p.At.UnixMicro()))
	raw = append(raw, p.ID[:]...)
	if p.Rank != 0 {
		raw = binary.BigEndian.AppendUint16(raw, uint16(p.Rank))
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Begin is behind which place the page begins, in a list that descends or ascends.
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

// Page is a part of a list, and the cursor of the next part; Next is empty behind the last.
type Page[T any] struct {
	Rows []T
	Next string
}

// NewPage makes the page of rows that were read, one more than was asked for where there is one.
func NewPage[T any](a Request, rows []T, place func(T) Position) Page[T] {
	if len(rows) <= a.Limit {
		return Page[T]{Rows: rows}
	}
	return Page[T]{Rows: rows[:a.Limit], Next: place(rows[a.Limit-1]).Cursor()}
}

// Sort is the order of a list: the SQL of the parts of a Position. Rank and At are empty where the list does not go by them. An index
// of all parts, in this order, is what a page is read by.
type Sort struct {
	Rank, At, ID string
	Descending   bool
}

// List reads a page: sql finds the rows of the whole list, by args, and ends with a condition; place tells where a row stands in
// the order by.
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
