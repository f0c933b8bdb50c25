package reconcile

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// StatementFile is a bank's statement of our account for some days, as the bank gives it to its customers.
type StatementFile struct {
	// From and To are the first and last day that the file covers completely, both included.
	From, To money.Date
	// Region defines when a day begins.
	Region *region.Region

	lines account
	// rows is the number of lines in the file.
	rows int
}

// String describes the compared days and the number of lines, by which a truncated file can be recognised.
func (s *StatementFile) String() string {
	return fmt.Sprintf("a statement of %d lines, from %s to %s", s.rows, s.From, s.To)
}

// maxAmount is more than a single movement can be, in minor units.
const maxAmount = 1_000_000_000_000_000

// The columns of a statement. Amounts are in minor units, negative for outgoing money. A reference is the bank's own
// for incoming and reversed money, and ours for outgoing money.
const (
	columnReference = "reference"
	columnAmount    = "amount"
	columnDate      = "date"
)

var columns = []string{columnReference, columnAmount, columnDate}

// byteOrderMark is written by spreadsheets at the beginning of a file.
const byteOrderMark = "\ufeff"

// ReadStatement reads a CSV statement whose first line names its columns, in any order; other columns are ignored. from
// and to are the first and last day that it covers completely, both included. If one is the zero date, it is the first
// or last day of the lines, but not later than today. A file without lines needs both days.
func ReadStatement(file io.Reader, r *region.Region, from, to, today money.Date) (*StatementFile, error) {
	text := bufio.NewReader(file)
	if mark, _ := text.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = text.Discard(len(byteOrderMark))
	}
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("statement: %w", err)
	}
	if len(rows) == 0 || len(rows) == 1 && (from.IsZero() || to.IsZero()) {
		return nil, errors.New("statement: the file has no movements: it needs a line with the column names and a line for each movement; for days without movements, give --from and --to")
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := at[name]; twice && slices.Contains(columns, name) {
			return nil, fmt.Errorf("statement: duplicate column %q", name)
		}
		at[name] = i
	}
	for _, name := range columns {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("statement: no column %q", name)
		}
	}
	s := &StatementFile{Region: r, lines: account{}, rows: len(rows) - 1}
	for n, row := range rows[1:] {
		cell := func(name string) string { return strings.TrimSpace(row[at[name]]) }
		amount, err := strconv.ParseInt(cell(columnAmount), 10, 64)
		if err != nil || amount < -maxAmount || amount > maxAmount || cell(columnReference) == "" {
			return nil, fmt.Errorf("statement: line %d: a reference and an amount in minor units are required", n+2)
		}
		on, err := money.ParseDate(cell(columnDate))
		if err != nil {
			return nil, fmt.Errorf("statement: line %d: %w", n+2, err)
		}
		s.lines[cell(columnReference)] = money.Sum(s.lines[cell(columnReference)], amount)
		if s.From.IsZero() || on.Before(s.From) {
			s.From = on
		}
		if on.After(s.To) {
			s.To = on
		}
	}
	return s, s.cover(from, to, today)
}

// cover sets the days that the statement covers completely.
func (s *StatementFile) cover(from, to, today money.Date) error {
	if !from.IsZero() {
		s.From = from
	}
	if s.To.After(today) {
		s.To = today // the bank may date a movement on its next working day
	}
	if !to.IsZero() {
		s.To = to
	}
	if s.From.After(s.To) || s.To.After(today) {
		return fmt.Errorf("statement: %s to %s is not a period that it can cover completely: today is %s", s.From, s.To, today)
	}
	return nil
}

// fileSide compares a statement with our books: each of its lines, and everything that we have booked on its days.
func (c *comparison) fileSide(ctx context.Context, tx pgx.Tx) error {
	for page := range slices.Chunk(slices.Sorted(maps.Keys(c.file.lines)), pageSize) {
		moved, err := repay.StatementLinesBy(ctx, tx, c.gateway, page)
		if err != nil {
			return err
		}
		payouts, err := loan.CompletedPayoutsBy(ctx, tx, page)
		if err != nil {
			return err
		}
		lines := make([]payment.Line, len(page))
		for i, reference := range page {
			lines[i] = payment.Line{Reference: reference, Amount: c.file.lines[reference]}
		}
		ours := account{}
		ours.add(moved, payouts)
		c.hold(lines, ours)
	}
	zone := c.file.Region.TimeZone
	begin, end := c.file.From.In(zone), c.file.To.AddDays(1).In(zone)
	moved, err := repay.StatementLinesBetween(ctx, tx, c.gateway, c.file.From, c.file.To, begin, end)
	if err != nil {
		return err
	}
	payouts, err := loan.CompletedPayoutsBetween(ctx, tx, c.file.From, c.file.To, begin, end)
	if err != nil {
		return err
	}
	ours := account{}
	ours.add(moved, payouts)
	maps.DeleteFunc(ours, func(reference string, _ int64) bool { _, there := c.file.lines[reference]; return there })
	c.hold(nil, ours)
	return nil
}
