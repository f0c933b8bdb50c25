package ops

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
)

type reconcileCommand struct {
	Statement string     `type:"existingfile" placeholder:"FILE" help:"Bank statement to compare as well: a CSV file with the columns reference, amount (in minor units, negative for outgoing money) and date (YYYY-MM-DD)."`
	From      money.Date `placeholder:"YYYY-MM-DD" help:"First day that the statement covers completely. Defaults to its first day."`
	To        money.Date `placeholder:"YYYY-MM-DD" help:"Last day that the statement covers completely, at most today. Defaults to its last day."`

	SinceLast bool `help:"Compare only what has changed since the last run without differences. Run it often, and run a full comparison once a day: only that finds changes that bypassed the journal."`
}

// Run compares the books. Any difference makes the command fail after everything has been printed.
func (f reconcileCommand) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "reconcile", "books"); err != nil {
		return err
	}
	books := reconcile.Books{Pool: c.Pool, Replica: c.Replica, Clock: c.Clock, Gateway: c.PaymentGateway, Bank: c.Bank}
	if err := f.read(&books, c); err != nil {
		return err
	}
	check := books.Check
	if f.SinceLast {
		check = books.CheckChanged
	}
	result, err := check(ctx)
	if err != nil {
		return err
	}
	t := columns("subject", "what", "expected", "found")
	t.name = "differences"
	for _, d := range result.Differences {
		t.add(d.Subject, d.What, d.Expected, d.Found)
	}
	agrees := "Everything agrees"
	if !result.Whole {
		agrees = fmt.Sprintf("Everything that has changed since the last run agrees: %d loans and payments", result.Scopes)
	}
	switch {
	case c.json:
		err = c.encode(f.answer(t, books))
	case result.Count == 0 && compared(books) == bankNotCompared:
		err = c.say("%s; the bank's books cannot be read from here, so compare a bank statement with --statement", agrees)
	case result.Count == 0 && books.File != nil:
		err = c.say("%s, with %s", agrees, books.File)
	case result.Count == 0:
		err = c.say("%s", agrees)
	default:
		err = c.text(t)
	}
	if err == nil && result.Count > 0 {
		err = fmt.Errorf("%d differences", result.Count)
	}
	return err
}

// read reads the statement, if one is given.
func (f reconcileCommand) read(books *reconcile.Books, c *operator) error {
	if f.Statement == "" {
		if !f.From.IsZero() || !f.To.IsZero() {
			return errors.New("--from and --to apply to a bank statement: give its file with --statement")
		}
		return nil
	}
	file, err := os.Open(f.Statement)
	if err != nil {
		return err
	}
	defer file.Close()
	books.File, err = reconcile.ReadStatement(file, c.Region, f.From, f.To, c.Region.Today(c.Clock.Now()))
	return err
}

// answer returns the result for programs, with the days that a given statement covers.
func (reconcileCommand) answer(t table, books reconcile.Books) map[string]any {
	answer := map[string]any{t.name: t.objects(), "bank": compared(books)}
	if books.File != nil {
		answer["from"], answer["to"] = books.File.From, books.File.To
	}
	return answer
}

// How far the bank's side was compared.
const (
	bankCompared    = "compared"
	bankStatement   = "statement compared"
	bankNotCompared = "not compared"
)

// compared returns how far the bank's side was compared.
func compared(books reconcile.Books) string {
	switch {
	case books.Bank != nil:
		return bankCompared
	case books.File != nil:
		return bankStatement
	default:
		return bankNotCompared
	}
}
