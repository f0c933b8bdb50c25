package product_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// atBanks returns a product at the rate cap of a bank, which is above the cap of another lender.
func atBanks() product.Draft {
	d := draft()
	d.Version.AnnualRateBps, d.Version.ServiceFeeBps = 2400, 0
	return d
}

// ordinary returns the bank after it lost its licence.
func ordinary() product.Lender {
	l := bank
	l.Type = "other"
	return l
}

// from returns l based on the stored version stands.
func from(stands, l product.Lender) product.Lender {
	l.From = stands.Version()
	return l
}

// A lender's new type is refused while it would leave an unlawful product on offer.
func TestLenderTypeChangeIsRefusedWithProductsAboveItsCap(t *testing.T) {
	t.Parallel()
	ctx, pool, price := t.Context(), postgrestest.New(t), priced(2400)
	require.NoError(t, product.SaveLender(ctx, pool, price, bank))
	for _, code := range []string{"a", "b", "within"} {
		d := atBanks()
		d.Code = code
		if code == "within" {
			d.Version.AnnualRateBps = 2000
		}
		_, err := product.Save(ctx, pool, price, d, now)
		require.NoError(t, err)
	}
	err := product.SaveLender(ctx, pool, price, from(bank, ordinary()))
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorContains(t, err, "product a: ")
	require.ErrorContains(t, err, "product b: ")
	require.NotContains(t, err.Error(), "within")
	kept, err := product.Lenders().Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, []product.Lender{bank}, kept)

	gone := ordinary()
	gone.Active = false
	require.NoError(t, product.SaveLender(ctx, pool, price, from(bank, gone)), "an inactive lender offers nothing")
	err = product.SaveLender(ctx, pool, price, from(gone, ordinary()))
	require.ErrorIs(t, err, product.ErrInvalid, "it cannot be activated with those products")
	require.ErrorContains(t, err, "product a: ")
	require.NoError(t, product.SetStatus(ctx, pool, price, "a", product.Suspended))
	require.NoError(t, product.SetStatus(ctx, pool, price, "b", product.Suspended))
	require.NoError(t, product.SaveLender(ctx, pool, price, from(gone, ordinary())))
	err = product.SetStatus(ctx, pool, price, "a", product.Active)
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorContains(t, err, "nominal rate of 2400 bps is above the cap of 2000 bps")
	p, err := product.ByCode("a").Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, product.Suspended, p.Status)
	require.NoError(t, product.SetStatus(ctx, pool, price, "within", product.Suspended))
	require.NoError(t, product.SetStatus(ctx, pool, price, "within", product.Active))
}

// If two operators change or create the same lender, the second save is refused, because it is not based on the stored version.
func TestLenderSaveMustBeBasedOnTheStoredVersion(t *testing.T) {
	t.Parallel()
	ctx, pool, price := t.Context(), postgrestest.New(t), priced(1500)
	moved, renamed := bank, bank
	moved.Endpoint, renamed.Name = "https://bank.example/new", "Renamed"
	save := func(l product.Lender) error { return product.SaveLender(ctx, pool, price, l) }
	require.ErrorContains(t, save(from(bank, bank)), "there is no lender bank")
	require.NoError(t, save(bank))
	require.NoError(t, save(bank), "saving the stored values again succeeds")
	require.ErrorContains(t, save(moved), "start from the output of `lender show`", "it is not based on a version")
	require.NoError(t, save(from(bank, moved)))
	require.NoError(t, save(from(bank, moved)), "repeating the same save succeeds")
	require.ErrorContains(t, save(from(bank, renamed)), "lender bank is at version "+moved.Version())
	all, err := product.Lenders().Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, []product.Lender{moved}, all)

	tx, err := pool.Begin(ctx)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(ctx) }()
	first, second := bank, bank
	first.Code, second.Code, second.Name = "new", "new", "Another"
	require.NoError(t, product.SaveLender(ctx, tx, price, first))
	require.ErrorContains(t, postgrestest.Behind(t, tx, func() error { return save(second) }), "lender new already exists")
}

func TestLenderWithProductsCannotChangeItsRegion(t *testing.T) {
	t.Parallel()
	ctx, pool, price := t.Context(), postgrestest.New(t), priced(1500)
	require.NoError(t, product.SaveLender(ctx, pool, price, bank))
	abroad := bank
	abroad.Region = "th"
	require.NoError(t, product.SaveLender(ctx, pool, price, from(bank, abroad)), "without products")
	require.NoError(t, product.SaveLender(ctx, pool, price, from(abroad, bank)))
	_, err := product.Save(ctx, pool, price, draft(), now)
	require.NoError(t, err)
	require.NoError(t, product.SetStatus(ctx, pool, price, "quick", product.Suspended))
	err = product.SaveLender(ctx, pool, price, from(bank, abroad), "quick")
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorContains(t, err, "product quick: product: cannot be saved: it is offered in region vi")
}

// The later of two concurrent changes is checked against the result of the earlier one.
func TestConcurrentLenderAndProductChangesAreSerialized(t *testing.T) {
	t.Parallel()
	price := priced(2400)
	retype := func(db postgres.Beginner) error {
		return product.SaveLender(t.Context(), db, price, from(bank, ordinary()))
	}
	put := func(db postgres.Beginner) error {
		d := atBanks()
		d.Version.Number = 1
		_, err := product.Save(t.Context(), db, price, d, now)
		return err
	}
	resume := func(db postgres.Beginner) error {
		return product.SetStatus(t.Context(), db, price, "quick", product.Active)
	}
	within, suspended := atBanks(), atBanks()
	within.Version.AnnualRateBps, suspended.Status = 2000, product.Suspended
	for name, at := range map[string]struct {
		begin         product.Draft
		first, second func(postgres.Beginner) error
	}{
		"lender change, then product save":       {within, retype, put},
		"lender change, then product resumption": {suspended, retype, resume},
		"product save, then lender change":       {within, put, retype},
		"product resumption, then lender change": {suspended, resume, retype},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			require.NoError(t, product.SaveLender(t.Context(), pool, price, bank))
			_, err := product.Save(t.Context(), pool, price, at.begin, now)
			require.NoError(t, err)
			tx, err := pool.Begin(t.Context())
			require.NoError(t, err)
			defer func() { _ = tx.Rollback(t.Context()) }()
			require.NoError(t, at.first(tx))
			err = postgrestest.Behind(t, tx, func() error { return at.second(pool) })
			require.ErrorIs(t, err, product.ErrInvalid)
			require.ErrorContains(t, err, "above the cap")
		})
	}
}
