package ops

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type reversalsCommands struct {
	List    reversalsList    `cmd:"" help:"List partial reversals: first the undecided ones, oldest first, then the decided ones, newest first."`
	Apply   reversalsApply   `cmd:"" help:"Apply a reversal: the borrower owes the amount again that the bank took back. A settled loan is reopened."`
	Dismiss reversalsDismiss `cmd:"" help:"Dismiss a reversal: the loan does not change. Use it if the amount is to be settled between the payer and us, or if the bank was wrong."`
}

type reversalsList struct{ paged }

// Run lists partial reversals.
func (f reversalsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	found, err := repay.PartialReversals(page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "reversal.list", "partial_reversal"); err != nil {
		return err
	}
	t := columns("reference", "serial", "orderNo", "amount", "of", "booked", "outcome", "reportedAt", "reason")
	t.name = "reversals"
	b := &pgx.Batch{}
	answers := make([]*postgres.Answer[repay.Payment], len(found.Rows))
	for i, r := range found.Rows {
		answers[i] = repay.PaymentByID(r.PaymentID).Queue(b)
	}
	if err := postgres.Send(ctx, c.Pool, b); err != nil {
		return err
	}
	about := make([]repay.Payment, len(found.Rows))
	for i, answer := range answers {
		about[i] = answer.Get()
	}
	numbers, err := c.numbersOf(ctx, about...)
	if err != nil {
		return err
	}
	for i, r := range found.Rows {
		p := about[i]
		t.add(r.Reference, p.Serial, orderOf(p, numbers), money.Of(r.Amount, r.Currency), p.Money(), r.Booked, string(r.Outcome), r.ReportedAt, r.Reason)
	}
	return c.printPage(t, found.Next)
}

// reversalArgs name a reversal and say what was found out.
type reversalArgs struct {
	Reference string `arg:"" help:"The bank's reference of the reversal."`
	Serial    string `placeholder:"RP..." help:"Serial number of the payment, if several reversals have that reference."`
	Note      string `required:"" help:"What was found out, recorded with the decision."`
}

// decision reads the named reversal.
func (f reversalArgs) decision(ctx context.Context, c *operator) (pay.Decision, repay.Payment, error) {
	named, err := repay.PartialReversalsNamed(f.Reference).Read(ctx, c.Pool)
	if err != nil {
		return pay.Decision{}, repay.Payment{}, err
	}
	var chosen *repay.PartialReversal
	var payment repay.Payment
	for i, r := range named {
		p, err := repay.PaymentByID(r.PaymentID).Read(ctx, c.Pool)
		if err != nil {
			return pay.Decision{}, repay.Payment{}, err
		}
		if f.Serial != "" && f.Serial != p.Serial {
			continue
		}
		if chosen != nil {
			return pay.Decision{}, repay.Payment{}, errors.New("several reversals have that reference: name the payment with --serial")
		}
		chosen, payment = &named[i], p
	}
	if chosen == nil {
		return pay.Decision{}, repay.Payment{}, fmt.Errorf("there is no reversal %s: see `ops reversals list`", f.Reference)
	}
	return pay.Decision{Reversal: *chosen, Actor: c.actor, Note: f.Note}, payment, nil
}

type reversalsApply struct{ reversalArgs }

// Run applies a reversal.
func (f reversalsApply) Run(ctx context.Context, c *operator) error {
	d, p, err := f.decision(ctx, c)
	if err != nil {
		return err
	}
	if err := c.Pay.ApplyReversal(ctx, d); err != nil {
		return err
	}
	return c.done(map[string]any{"reference": d.Reversal.Reference, "serial": p.Serial, "outcome": repay.ReversalApplied},
		"%s of %s is owed again", c.show(money.Of(d.Reversal.Amount, d.Reversal.Currency)), p.Serial)
}

type reversalsDismiss struct{ reversalArgs }

// Run dismisses a reversal.
func (f reversalsDismiss) Run(ctx context.Context, c *operator) error {
	d, p, err := f.decision(ctx, c)
	if err != nil {
		return err
	}
	if err := c.Pay.DismissReversal(ctx, d); err != nil {
		return err
	}
	return c.done(map[string]any{"reference": d.Reversal.Reference, "serial": p.Serial, "outcome": repay.ReversalDismissed},
		"The reversal of %s is dismissed", p.Serial)
}
