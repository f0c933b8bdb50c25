package payout_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// slowBank is a bank that takes long to name the account holder. Another run continues meanwhile.
type slowBank struct {
	*bank
	meanwhile func()
	holder    string
	err       error
}

func (s slowBank) NameInquiry(context.Context, payment.Account) (string, error) {
	s.meanwhile()
	return s.holder, s.err
}

// overtaken runs a payout that waits in the name inquiry until meanwhile has run.
func (w *fixture) overtaken(o loan.Order, found slowBank, meanwhile func()) error {
	found.bank, found.meanwhile = w.bank, meanwhile
	_, err := payout.New(w.pool, clock.Fixed(now), found, accounts("19031234")).Run(context.Background(), o.ID)
	return err
}

// The other run asked the bank, which paid, and died. The result of the earlier inquiry no longer counts.
func TestOvertakenInquiryDoesNotUndoAPayout(t *testing.T) {
	t.Parallel()
	for name, found := range map[string]slowBank{
		"another account holder": {holder: "TRAN VAN KHAC"},
		"a closed bank":          {err: payment.ErrRefused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			o := flowtest.Confirmed(t, w.pool, now)
			require.NoError(t, w.overtaken(o, found, func() {
				w.bank.after = func() error { panic("killed") }
				_, err := w.run(o.ID)
				require.ErrorIs(t, err, errDown)
			}))
			got, err := loan.ByID(o.ID).Read(t.Context(), w.pool)
			require.NoError(t, err)
			require.Equal(t, loan.Disbursing, got.Status)
			w.bank.after = nil
			_, err = w.run(o.ID)
			require.NoError(t, err)
			w.checkBooks(t, o, true)
		})
	}
}

// The other run was refused, and the money went to another card. The first attempt is never sent to the bank.
func TestOvertakenRunPaysNothing(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	require.NoError(t, w.overtaken(o, slowBank{holder: "NGUYEN THI LAN"}, func() {
		w.bank.holder = "TRAN VAN KHAC"
		_, err := w.run(o.ID)
		require.NoError(t, err)
		w.bank.holder = ""
		failed, err := loan.ByID(o.ID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		b := &pgx.Batch{}
		_, err = changecard.QueueSwitch(b, failed, failed.BankCardID, loan.ByMember, now)
		require.NoError(t, err)
		require.NoError(t, w.pool.SendBatch(t.Context(), b).Close())
		_, err = w.run(o.ID)
		require.NoError(t, err)
	}))
	first, err := w.bank.Lookup(t.Context(), o.OrderNo+"-1")
	require.NoError(t, err)
	require.Equal(t, payment.NotFound, first.State)
	sent, err := w.bank.Booked(t.Context(), payment.DirectionPayout, money.VND)
	require.NoError(t, err)
	require.Equal(t, o.Terms.ActualReceived(o.Principal), sent)
}
