package backoffice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

var (
	// ErrCredit means that the figures are out of bounds.
	ErrCredit = errors.New("this credit cannot be set")
	// ErrNotFrozen means that the product is not closed to the borrower.
	ErrNotFrozen = errors.New("this product is not closed to the borrower: see ops credit show")
)

// CreditSummary is a borrower's credit with its history and what is committed today.
type CreditSummary struct {
	Member  member.Summary
	Profile credit.Profile
	// Committed is the principal of the orders in progress, which counts against the limit.
	Committed int64
	// Frozen are the products that are closed after a rejection or a cancellation.
	Frozen  []Frozen
	History []credit.Event
}

// Frozen is a product that is closed to a borrower until a moment.
type Frozen struct {
	credit.Freeze

	Code string
}

// Credit reads the credit of the borrower of a number and logs the access.
func (o *Backoffice) Credit(ctx context.Context, phone, actor string) (CreditSummary, error) {
	m, err := o.Member(ctx, phone)
	if err != nil {
		return CreditSummary{}, err
	}
	if err := o.Note(ctx, actor, "credit.read", memberSubject(m.ID)); err != nil {
		return CreditSummary{}, err
	}
	return o.creditSummary(ctx, m)
}

func (o *Backoffice) creditSummary(ctx context.Context, m member.Summary) (CreditSummary, error) {
	b := &pgx.Batch{}
	profile := credit.Of(credit.Initial(m.ID, o.region, m.WhiteListed)).Queue(b)
	orders := loan.ActivityOf(m.ID, o.region.Today(o.clock.Now())).Queue(b)
	history, freezes := credit.History(m.ID).Queue(b), credit.Freezes(m.ID, o.clock.Now()).Queue(b)
	products := product.List(o.region.Code).Queue(b)
	if err := postgres.Send(ctx, o.pool, b); err != nil {
		return CreditSummary{}, err
	}
	s := CreditSummary{Member: m, Profile: profile.Get(), Committed: orders.Get().Committed(), History: history.Get()}
	for _, freeze := range freezes.Get() {
		frozen := Frozen{Freeze: freeze}
		if of := slices.IndexFunc(products.Get(), func(p product.Product) bool { return p.ID == freeze.ProductID }); of >= 0 {
			frozen.Code = products.Get()[of].Code
		}
		s.Frozen = append(s.Frozen, frozen)
	}
	return s, nil
}

// EndFreeze ends the freeze of a product for a borrower. why is written to the audit log.
func (o *Backoffice) EndFreeze(ctx context.Context, phone, code, why, actor string) error {
	m, err := o.staying(ctx, phone)
	if err != nil {
		return err
	}
	p, err := product.ByCode(code).Read(ctx, o.pool)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		ended, err := credit.EndFreeze(m.ID, p.ID, o.clock.Now()).Read(ctx, tx)
		if err != nil {
			return err
		}
		if !ended {
			return ErrNotFrozen
		}
		return o.write(ctx, tx, actor, "credit.end_freeze", memberSubject(m.ID), map[string]any{"product": code, "reason": why})
	})
}

// SetCredit sets the limit (minor units) or the score of a borrower, or both. nil leaves a figure unchanged. Orders in
// progress are not affected. why is written to the audit log.
func (o *Backoffice) SetCredit(ctx context.Context, phone string, limit *int64, score *int, why, actor string) (CreditSummary, error) {
	switch {
	case limit == nil && score == nil:
		return CreditSummary{}, fmt.Errorf("%w: neither a limit nor a score is given", ErrCredit)
	case limit != nil && (*limit < 0 || *limit > credit.MaxLimit):
		return CreditSummary{}, fmt.Errorf("%w: the limit %s is out of range", ErrCredit, money.Of(*limit, o.region.Currency))
	case score != nil && (*score < 0 || *score > credit.MaxScore):
		return CreditSummary{}, fmt.Errorf("%w: the score must be 0 to %d", ErrCredit, credit.MaxScore)
	}
	m, err := o.staying(ctx, phone)
	if err != nil {
		return CreditSummary{}, err
	}
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := o.clock.Now()
		b := &pgx.Batch{}
		locked := credit.Lock(credit.Initial(m.ID, o.region, m.WhiteListed), now).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		before := locked.Get()
		after := before.Decided(limit, score)
		b = &pgx.Batch{}
		credit.QueueChange(b, after, credit.KindOperator, nil, now)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "credit.set", memberSubject(m.ID), map[string]any{
			"limit": after.Limit, "score": after.Score, "limitBefore": before.Limit, "scoreBefore": before.Score, "reason": why,
		})
	})
	if err != nil {
		return CreditSummary{}, err
	}
	return o.creditSummary(ctx, m)
}
