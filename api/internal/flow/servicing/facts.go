// Package servicing computes what a running loan owes and posts it to the journal. The amount owed follows from the
// contract and from the events, replayed in the order of their value dates. Every event brings the journal to that
// amount. So a payment that turns out to be older than another, or one that the bank takes back, needs no rule of its
// own.
package servicing

import (
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// Facts are everything that determines what a loan owes.
type Facts struct {
	loan.Running
	// Splits are the loan's payments by value date.
	Splits []repay.Split
}

// Posted are the facts of a loan together with its journal balances.
type Posted struct {
	Facts
	Balance ledger.Balance
	// PostedUpTo is the business date up to which the journal is complete.
	PostedUpTo money.Date
	// LiveHardship reports whether a hardship request is live.
	LiveHardship bool
}

// Row is an order with everything that determines what its loan owes. A flow that reads more of the order in the same
// statement embeds Row and selects Columns from loan.RowTables.
type Row struct {
	loan.Row
	Splits postgres.RowArray[repay.SplitRow]
}

// Facts returns the facts of the order's loan; nil if it was never paid out.
func (r Row) Facts() *Facts {
	running := r.Running()
	if running == nil {
		return nil
	}
	return &Facts{Running: *running, Splits: repay.Splits(r.Splits)}
}

var splitRows = repay.SplitRows(`o.id`)

// Columns are named like the fields of Row.
var Columns = columns(splitRows)

func columns(splits string) string { return loan.RowColumns + `, ` + splits + ` AS splits` }

func rows[T any](name, columns, where string, args ...any) postgres.Query[[]T] {
	return postgres.Rows[T](name, `SELECT `+columns+` FROM `+loan.RowTables+` WHERE `+where, args...)
}

// FactsOf reads the facts of paid-out orders. Orders that were never paid out are left out.
func FactsOf(ids ...uuid.UUID) postgres.Query[map[uuid.UUID]Facts] {
	among, asked := postgres.AnyOf(`o.id`, ids)
	return postgres.Then(rows[Row]("servicing: facts", Columns, among, asked), func(read []Row) (map[uuid.UUID]Facts, error) {
		all := make(map[uuid.UUID]Facts, len(read))
		for _, row := range read {
			if facts := row.Facts(); facts != nil {
				all[row.ID] = *facts
			}
		}
		return all, nil
	})
}

// Listed is an order in a list, with its loan if it was paid out, and the facts if anything is owed.
type Listed struct {
	Order loan.Order
	Loan  *loan.Loan
	Owed  *Facts
	// Hardship is the input of support.LiveHardship.
	Hardship []support.LiveHardshipRow
}

// listedRow is a Row with the live hardship request.
type listedRow struct {
	Row
	Hardship postgres.RowArray[support.LiveHardshipRow]
}

// HardshipColumn is named like the field that it is read into. A hardship request does not matter for a settled loan.
var HardshipColumn = unsettled(support.LiveHardshipRows(`o.id`)) + ` AS hardship`

// ProofColumn is named like the field that it is read into. A proof of payment does not matter for a settled loan.
var ProofColumn = unsettled(repay.ProofWaitingSince(`o.id`)) + ` AS proof_waiting_since`

// unsettled evaluates a column only for loans that are not settled, because the number of settled loans keeps growing.
func unsettled(column string) string { return `CASE WHEN l.settled_on IS NULL THEN ` + column + ` END` }

// List reads a page of a member's orders.
func List(page loan.Page) postgres.Query[[]Listed] {
	// A list does not show how a settled loan was paid.
	return postgres.Then(rows[listedRow]("servicing: list", columns(unsettled(splitRows))+`, `+HardshipColumn, page.Where, page.Args...), func(read []listedRow) ([]Listed, error) {
		all := make([]Listed, len(read))
		for i, row := range read {
			all[i].Order, all[i].Hardship = row.Order, row.Hardship
			facts := row.Facts()
			if facts == nil {
				continue
			}
			all[i].Loan = &facts.Loan
			if facts.Loan.SettledOn.IsZero() {
				all[i].Owed = facts
			}
		}
		return all, nil
	})
}

// postedRow is a Row with the journal balances.
type postedRow struct {
	Row
	Balances     postgres.RowArray[ledger.BalanceRow]
	PostedUpTo   money.Date
	LiveHardship bool
}

var postedColumns = Columns + `, ` + ledger.BalanceRows(`o.id`) + ` AS balances, ` + ledger.PostedUpTo(`o.id`) + ` AS posted_up_to, ` + support.HasLiveHardship(`o.id`) + ` AS live_hardship`

// PostedOf is FactsOf with the journal balances.
func PostedOf(ids ...uuid.UUID) postgres.Query[map[uuid.UUID]Posted] {
	among, asked := postgres.AnyOf(`o.id`, ids)
	return postgres.Then(rows[postedRow]("servicing: posted", postedColumns, among, asked), func(read []postedRow) (map[uuid.UUID]Posted, error) {
		all := make(map[uuid.UUID]Posted, len(read))
		for _, row := range read {
			if facts := row.Facts(); facts != nil {
				all[row.ID] = Posted{Facts: *facts, Balance: ledger.BalanceOf(row.Balances), PostedUpTo: row.PostedUpTo, LiveHardship: row.LiveHardship}
			}
		}
		return all, nil
	})
}

// Split returns a payment of the loan with its allocation, or false if the loan has no such payment.
func (f Facts) Split(payment uuid.UUID) (repay.Split, bool) {
	i := slices.IndexFunc(f.Splits, func(s repay.Split) bool { return s.PaymentID == payment })
	if i < 0 {
		return repay.Split{}, false
	}
	return f.Splits[i], true
}

// Find reads the facts of one order; nil if it was never paid out.
func Find(order uuid.UUID) postgres.Query[*Facts] { return found(FactsOf(order), order) }

// Read is Find for a paid-out order. It returns reason.OrderNotFound otherwise.
func Read(order uuid.UUID) postgres.Query[Facts] { return required(Find(order)) }

// ReadPosted is Read with the journal balances.
func ReadPosted(order uuid.UUID) postgres.Query[Posted] {
	return required(found(PostedOf(order), order))
}

func found[T any](all postgres.Query[map[uuid.UUID]T], order uuid.UUID) postgres.Query[*T] {
	return postgres.Then(all, func(all map[uuid.UUID]T) (*T, error) {
		if one, paidOut := all[order]; paidOut {
			return &one, nil
		}
		return nil, nil
	})
}

func required[T any](q postgres.Query[*T]) postgres.Query[T] {
	return postgres.Then(q, func(one *T) (T, error) {
		if one == nil {
			var none T
			return none, reason.New(reason.OrderNotFound)
		}
		return *one, nil
	})
}
