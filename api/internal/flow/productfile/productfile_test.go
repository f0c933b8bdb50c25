package productfile_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const file = `
lenders:
  - { code: sen, region: vi, name: Sen, licence: "12/GP", type: credit_institution }
products:
  - code: quick
    lender: sen
    name: Vay nhanh
    minAmount: 2000000
    maxAmount: 15000000
    amountStep: 500000
    termsDays: [91, 180]
    annualRateBps: 1800
    overdueFeeBpsDay: 7
    offerHours: 72
    freezeDays: 7
    contractVersion: 2026-11
`

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func TestSaveWritesANewVersionEachTime(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	m, err := productfile.Read(strings.NewReader(file))
	require.NoError(t, err)
	require.NoError(t, m.Save(t.Context(), pool, now))
	require.ErrorIs(t, m.Save(t.Context(), pool, now), product.ErrInvalid, "it was made from no version")
	m.Products[0].Version = 1
	require.NoError(t, m.Save(t.Context(), pool, now))
	p, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, 2, p.Current.Number)
	require.Equal(t, int64(1800), p.Current.AnnualRateBps)
	require.Equal(t, product.Active, p.Status)
	require.Equal(t, "embedded", p.Lender.Gateway)
}

func TestAProductAboveItsCapIsNotSaved(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	m, err := productfile.Read(strings.NewReader(strings.Replace(file, "annualRateBps: 1800", "annualRateBps: 2401", 1)))
	require.NoError(t, err)
	require.ErrorIs(t, m.Save(t.Context(), pool, now), product.ErrInvalid)
	var saved int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM loan_product`).Scan(&saved))
	require.Zero(t, saved)
}

// A lender that lost its licence is written together with what it lends from then on.
func TestALenderOfAnotherTypeIsSavedWithItsProductsAnew(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	save := func(version int, lenderType, rate string) error {
		text := strings.Replace(strings.Replace(file, "credit_institution", lenderType, 1), "annualRateBps: 1800", "annualRateBps: "+rate, 1)
		m, err := productfile.Read(strings.NewReader(text))
		require.NoError(t, err)
		m.Products[0].Version = version
		if version > 0 {
			stands, err := product.ByCode("quick").Read(t.Context(), pool)
			require.NoError(t, err)
			m.Lenders[0].Version = stands.Lender.Version()
		}
		return m.Save(t.Context(), pool, now)
	}
	require.NoError(t, save(0, "credit_institution", "2400"))
	require.ErrorContains(t, save(1, "other", "2001"), "above the cap")
	kept, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, "credit_institution", kept.Lender.Type, "all of the file or nothing")
	require.NoError(t, save(1, "other", "2000"))
	require.NoError(t, save(2, "credit_institution", "2400"), "and back")
}

func TestMistakesInTheFileAreSaid(t *testing.T) {
	t.Parallel()
	_, err := productfile.Read(strings.NewReader(strings.Replace(file, "annualRateBps", "anualRateBps", 1)))
	require.ErrorContains(t, err, "anualRateBps")

	m, err := productfile.Read(strings.NewReader(strings.Replace(file, "lender: sen", "lender: rose", 1)))
	require.NoError(t, err)
	require.ErrorContains(t, m.Save(t.Context(), postgrestest.New(t), now), `"rose"`)
}
