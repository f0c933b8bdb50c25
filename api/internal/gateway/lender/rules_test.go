package lender_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

func application() lender.Application {
	return lender.Application{
		Currency: money.VND, Amount: 10_000_000, MinAmount: 2_000_000, AmountStep: 500_000, TermDays: 91,
		IncomeBand: 4, Age: 30, Score: 600, Contacts: 3, WorkTime: 5, Residence: 5,
	}
}

func TestRulesDecide(t *testing.T) {
	t.Parallel()
	rules, err := lender.NewRuleEngine()
	require.NoError(t, err)
	for name, c := range map[string]struct {
		change  func(*lender.Application)
		outcome lender.Outcome
		amount  int64
		reason  string
		freeze  int
	}{
		"as applied for":          {func(*lender.Application) {}, lender.Approved, 10_000_000, "", 0},
		"income band 1":           {func(a *lender.Application) { a.IncomeBand = 1 }, lender.Rejected, 0, "income_too_low", 7},
		"income band 2":           {func(a *lender.Application) { a.IncomeBand = 2 }, lender.Approved, 5_000_000, "amount_reduced_income", 0},
		"half, rounded to a step": {func(a *lender.Application) { a.IncomeBand, a.Amount = 2, 5_500_000 }, lender.Approved, 2_500_000, "amount_reduced_income", 0},
		"never under the minimum": {func(a *lender.Application) { a.IncomeBand, a.Amount = 2, 2_000_000 }, lender.Approved, 2_000_000, "amount_reduced_income", 0},
		"new in the job":          {func(a *lender.Application) { a.WorkTime = 1 }, lender.Approved, 7_500_000, "amount_reduced_work", 0},
		"nineteen":                {func(a *lender.Application) { a.Age = 19 }, lender.Rejected, 0, "age_outside", 30},
		"twenty":                  {func(a *lender.Application) { a.Age = 20 }, lender.Approved, 10_000_000, "", 0},
		"sixty-one":               {func(a *lender.Application) { a.Age = 61 }, lender.Rejected, 0, "age_outside", 30},
		"overdue":                 {func(a *lender.Application) { a.OverdueNow = 1 }, lender.Rejected, 0, "overdue_elsewhere", 7},
		"reliable, little income": {func(a *lender.Application) { a.SettledOnTime, a.IncomeBand = 2, 1 }, lender.Approved, 10_000_000, "", 0},
		"allow-listed":            {func(a *lender.Application) { a.WhiteListed, a.IncomeBand = true, 1 }, lender.Approved, 10_000_000, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := application()
			c.change(&a)
			d, err := rules.Decide(context.Background(), a)
			require.NoError(t, err)
			require.Equal(t, c.outcome, d.Outcome)
			require.Equal(t, c.amount, d.Amount)
			require.Equal(t, c.reason, d.Reason)
			if c.freeze > 0 {
				require.Equal(t, c.freeze, *d.FreezeDays)
			}
		})
	}
}

func TestRulesAlwaysDecideWithinTheApplication(t *testing.T) {
	t.Parallel()
	rules, err := lender.NewRuleEngine()
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		a := application()
		a.Amount = a.MinAmount + a.AmountStep*rapid.Int64Range(0, 40).Draw(t, "steps")
		a.IncomeBand, a.Age = rapid.IntRange(1, 7).Draw(t, "band"), rapid.IntRange(16, 90).Draw(t, "age")
		a.Score, a.Contacts = rapid.IntRange(0, 1000).Draw(t, "score"), rapid.IntRange(0, 3).Draw(t, "contacts")
		a.SettledLate, a.SettledOnTime = rapid.IntRange(0, 5).Draw(t, "late"), rapid.IntRange(0, 5).Draw(t, "good")
		d, err := rules.Decide(context.Background(), a)
		require.NoError(t, err)
		again, err := rules.Decide(context.Background(), a)
		require.NoError(t, err)
		require.Equal(t, d, again)
		if d.Outcome == lender.Approved {
			require.True(t, d.Amount >= a.MinAmount && d.Amount <= a.Amount)
			require.Zero(t, (d.Amount-a.MinAmount)%a.AmountStep)
		} else {
			require.Equal(t, lender.Rejected, d.Outcome)
			require.NotEmpty(t, d.Reason)
		}
	})
}

func TestParseRulesRefusesInvalidRules(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`rules: []`,
		`rules: [{name: a, when: {age: {min: 1}}, then: {outcome: approve, keep: 100}}]`,
		`rules: [{name: a, then: {outcome: approve, keep: 101}}]`,
		`rules: [{name: a, then: {outcome: reject}}]`,
		`rules: [{name: a, then: {outcome: reject, reason: x, freezeDays: 366}}]`,
		`rules: [{name: a, when: {colour: {min: 1}}, then: {outcome: approve, keep: 100}}]`,
		`rules: 7`,
	} {
		_, err := lender.ParseRules([]byte(raw))
		require.ErrorIs(t, err, lender.ErrRules, raw)
	}
}
