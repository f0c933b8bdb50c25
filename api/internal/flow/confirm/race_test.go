package confirm_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The borrower changes the card of an offer on one device while they confirm it on another: the money goes to the card that the
// order names.
func TestConfirmWaitsForConcurrentCardChange(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	second := l.Card(t, who.ID, 1)
	confirmation := l.Confirmation(t, who, o.ID)
	tx, err := l.Pool.Begin(t.Context())
	require.NoError(t, err)
	b := &pgx.Batch{}
	loan.QueueCard(b, o.ID, second, l.Clock.Now())
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), confirmation)
		return err
	}))
	require.Equal(t, second, l.Order(t, o.ID).BankCardID)
	live, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, second, live.BankCardID)
}

// Two offers that together exceed the debt cap are confirmed at the same time: the second sees the debt that the first creates.
func TestConfirmWaitsForConcurrentConfirmation(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	l.SetLenderType(t, "other")
	who, card := l.Borrower(t, 4)
	first := l.Reviewed(t, who, card, 2_000_000)
	l.Product = l.Save(t, "second", flowtest.Version())
	second := l.Reviewed(t, who, card, 2_000_000)
	confirmation := l.Confirmation(t, who, second.ID)
	flowtest.PayOut(t, l.Pool, flowtest.Loan{MemberID: who.ID, Principal: 97_000_000, DisbursedOn: money.MustDate("2026-11-01")})
	tx, err := l.Pool.Begin(t.Context())
	require.NoError(t, err)
	b, now := &pgx.Batch{}, l.Clock.Now()
	credit.QueueLock(b, who.ID)
	require.NoError(t, loan.QueueMove(b, loan.Move{OrderID: first.ID, From: loan.ToConfirm, Event: loan.Confirmed, Actor: loan.ByMember, At: now, ConfirmedAt: &now}))
	loan.QueueDisbursement(b, first, first.BankCardID, now)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Equal(t, reason.DebtLimit, reason.Of(postgrestest.Behind(t, tx, func() error {
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), confirmation)
		return err
	})))
}

// The lender withdraws its offer while the borrower confirms it: nothing is paid out.
func TestConfirmWaitsForConcurrentWithdrawalOfTheOffer(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	confirmation := l.Confirmation(t, who, o.ID)
	tx := postgrestest.Begin(t, l.Pool)
	b, now := &pgx.Batch{}, l.Clock.Now()
	require.NoError(t, loan.QueueMove(b, loan.Move{OrderID: o.ID, From: loan.ToConfirm, Event: loan.LenderWithdrew, Actor: loan.ByLender, At: now, ClosedAt: &now}))
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Equal(t, reason.OrderNotConfirmable, reason.Of(postgrestest.Waits(t, tx, func() error {
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), confirmation)
		return err
	})))
	live, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Nil(t, live)
}
