package reconcile

import (
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

// StatementFile is what a bank has booked on our account in some days, as it gives it to its customers.
type StatementFile struct {
	// From and To are the days, both included, of which the file has everything.
	From, To money.Date
	// Region says when a day begins.
	Region *region.Region

	lines account
}

// The columns of a statement. Amounts are minor units, negative for money that went out. A reference is the bank's own for
// what came in or was taken back, and ours for what went out.
const (
	columnReference = "reference"
	columnAmount    = "amount"
	columnDate      = "date"
)

// ReadStatement reads a statement as CSV whose first line names its columns, in any order; others are passed over. From and
// To are its first and last day.
func ReadStatement(file io.Reader, r *region.Region) (*StatementFile, error) {
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("statement: %w", err)
	}
	if len(rows) < 2 {
		return nil, errors.New("statement: no line: one with the names of the columns, and one for each movement")
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))] = i
	}
	for _, name := range []string{columnReference, columnAmount, columnDate} {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("statement: no column %q", name)
		}
	}
	s := &StatementFile{Region: r, lines: account{}}
	for n, row := range rows[1:] {
		cell := func(name string) string { return strings.TrimSpace(row[at[name]]) }
		amount, err := strconv.ParseInt(cell(columnAmount), 10, 64)
		if err != nil || cell(columnReference) == "" {
			return nil, fmt.Errorf("statement: line %d: a reference, and an amount in minor units, are needed", n+2)
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
	return s, nil
}

// fileSide compares a statement with ours: each of its lines, and what we have of its days.
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
	moved, err := repay.StatementLinesBetween(ctx, tx, c.gateway, begin, end)
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
