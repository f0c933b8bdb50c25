package loan_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var at = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// order inserts an order and the rows that it refers to.
func order(t *testing.T, tx pgx.Tx) loan.Order {
	t.Helper()
	o := loan.Order{
		ID: uuid.New(), MemberID: uuid.New(), Region: "vi", AppProductID: "20005", ProductID: uuid.New(), ProductVersion: 1, LenderCode: "sen",
		Currency: money.VND, AppliedAmount: 5_000_000, Principal: 5_000_000, TermDays: 91, BankCardID: uuid.New(),
		Terms:     loan.Terms{Currency: money.VND, AnnualRateBps: 1500, FrontServiceFeeBps: 100, AllocationOrder: region.Get("vi").AllocationOrder},
		AppliedAt: at, AppliedOn: money.DateOf(at), Status: loan.WaitingReview,
	}
	o.OrderNo = "LM" + o.ID.String()[:8]
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0901234567', $2, 'vi', $3)`, o.MemberID, o.MemberID[:], at)
	b.Queue(`INSERT INTO lender (code, region, name, licence, lender_type, gateway) VALUES ('sen', 'vi', 'Sen', 'GP', 'credit_institution', 'embedded')`)
	b.Queue(`INSERT INTO loan_product (id, code, region, lender_code, version, created_at) VALUES ($1, 'p', 'vi', 'sen', 1, $2)`, o.ProductID, at)
	b.Queue(`INSERT INTO loan_product_version (product_id, version, name, currency, min_amount, max_amount, amount_step, terms_days, annual_rate_bps, allocation_order, contract_version, created_at)
		VALUES ($1, 1, 'P', 'VND', 1, 100000000, 1, '{91}', 1500, '{}', '2026-11', $2)`, o.ProductID, at)
	b.Queue(`INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
		VALUES ($1, $2, 'vi', 'VCB', 'LAN', 'x', $3, '1234', 'account', 1, $4)`, o.BankCardID, o.MemberID, o.BankCardID[:], at)
	loan.QueueOrder(b, o)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	return o
}

func TestOrderReadsBackAsWritten(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	o := order(t, tx)
	for name, query := range map[string]postgres.Query[loan.Order]{
		"by id": loan.ByID(o.ID), "of member": loan.OfMember(o.MemberID, o.ID), "locked": loan.Lock(o.MemberID, o.ID),
	} {
		got, err := query.Read(t.Context(), tx)
		require.NoError(t, err, name)
		got.AppliedAt = got.AppliedAt.UTC()
		require.Equal(t, o, got, name)
	}
	for name, query := range map[string]postgres.Query[loan.Order]{
		"by id": loan.ByID(uuid.New()), "of member": loan.OfMember(uuid.New(), o.ID), "locked": loan.Lock(uuid.New(), o.ID),
	} {
		_, err := query.Read(t.Context(), tx)
		require.Equal(t, reason.OrderNotFound, reason.Of(err), name)
	}
}

func TestMoveIsAppliedOnceAndRecorded(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	o := order(t, tx)
	start := loan.Move{OrderID: o.ID, From: loan.WaitingReview, Event: loan.ReviewStarted, Actor: loan.BySystem, At: at}
	require.NoError(t, start.Apply(t.Context(), tx))
	require.ErrorIs(t, start.Apply(t.Context(), tx), loan.ErrState)
	never := loan.Move{OrderID: o.ID, From: loan.UnderReview, Event: loan.PaidOut, Actor: loan.ByBank, At: at}
	require.ErrorIs(t, never.Apply(t.Context(), tx), loan.ErrState)

	reduced, until := int64(4_000_000), at.Add(time.Hour)
	approve := loan.Move{
		OrderID: o.ID, From: loan.UnderReview, Event: loan.Approved, Actor: loan.ByLender, At: at, Principal: &reduced, OfferExpiresAt: &until,
		Detail: map[string]any{"amount": reduced},
	}
	require.NoError(t, approve.Apply(t.Context(), tx))
	got, err := loan.ByID(o.ID).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, loan.ToConfirm, got.Status)
	require.Equal(t, reduced, got.Principal)
	require.Equal(t, o.AppliedAmount, got.AppliedAmount)

	timeline, err := postgres.Value[postgres.RowArray[loan.TimelineEntry]]("test: timeline", `SELECT `+loan.TimelineRows(`$1`), o.ID).Read(t.Context(), tx)
	require.NoError(t, err)
	loan.SortTimeline(timeline)
	var events []loan.Event
	for _, h := range timeline {
		events = append(events, h.Event)
	}
	require.ElementsMatch(t, []loan.Event{loan.Applied, loan.ReviewStarted, loan.Approved}, events)
	require.Equal(t, reduced, timeline[len(timeline)-1].Amount)
}

// The database refuses changes that this program never makes.
func TestDatabaseRefusesInvalidOrderChanges(t *testing.T) {
	t.Parallel()
	for wrong, want := range map[string]string{
		`UPDATE loan_order SET status = 4, offer_expires_at = now() WHERE id = $1`:                                               "an order cannot go from 1 to 4",
		`UPDATE loan_order SET status = 9, repay_status = 1, confirmed_at = now() WHERE id = $1`:                                 "an order cannot go from 1 to 9",
		`INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) VALUES ($1, 1, 4, 'approved', 'x', now())`: "no such step of an order: approved from 1 to 4",
		`UPDATE loan_order SET principal = applied_amount + 1 WHERE id = $1`:                                                     "a row of loan_order breaks loan_order_check",
		`DELETE FROM order_event WHERE order_id = $1`:                                                                            "permission denied for table order_event",
		`UPDATE contract_acceptance SET body = '' WHERE order_id = $1`:                                                           "permission denied for table contract_acceptance",
	} {
		t.Run(wrong, func(t *testing.T) {
			t.Parallel()
			tx := postgrestest.Tx(t)
			o := order(t, tx)
			_, err := tx.Exec(context.Background(), wrong, o.ID)
			require.ErrorContains(t, err, want)
		})
	}
}

// A temporary table named order_transition does not make a transition legal.
func TestTemporaryTableDoesNotAllowATransition(t *testing.T) {
	t.Parallel()
	for constraint, step := range map[string]string{
		"loan_order_transition":  `UPDATE loan_order SET status = 7 WHERE id = $1`,
		"order_event_transition": `INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) VALUES ($1, 1, 7, 'mine', 'x', now())`,
	} {
		tx := postgrestest.Tx(t)
		o := order(t, tx)
		_, err := tx.Exec(t.Context(), `CREATE TEMP TABLE order_transition AS SELECT 1 AS from_status, 7 AS to_status, 'mine' AS event`)
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), step, o.ID)
		require.True(t, postgres.IsViolation(err, constraint), "%s: %v", constraint, err)
	}
}

func TestDisbursementsAreNumberedAndOnlyOneIsLive(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	o := order(t, tx)
	attempt := func() error {
		sp, err := tx.Begin(t.Context())
		require.NoError(t, err)
		b := &pgx.Batch{}
		loan.QueueDisbursement(b, o, o.BankCardID, at)
		if err := sp.SendBatch(t.Context(), b).Close(); err != nil {
			require.NoError(t, sp.Rollback(t.Context()))
			return err
		}
		return sp.Commit(t.Context())
	}
	require.NoError(t, attempt())
	require.Error(t, attempt(), "no second disbursement while the first may have been paid")
	first, err := loan.LiveDisbursement(o.ID).Read(t.Context(), tx)
	require.NoError(t, err)
	require.NotNil(t, first)
	require.Equal(t, o.OrderNo+"-1", first.Reference)
	require.Equal(t, int64(4_950_000), first.Amount)
	require.NoError(t, loan.MarkUnknown(t.Context(), tx, first.ID))
	require.ErrorIs(t, loan.MarkUnknown(t.Context(), tx, first.ID), loan.ErrState, "only the first call marks it as unknown")
	finish := func() error {
		b := &pgx.Batch{}
		loan.QueueFinish(b, *first, loan.DisbursementUnknown, loan.DisbursementAttemptFailed, "", "account_closed", at)
		return tx.SendBatch(t.Context(), b).Close()
	}
	require.NoError(t, finish())
	require.ErrorIs(t, finish(), loan.ErrState)
	require.NoError(t, attempt())
	second, err := loan.LiveDisbursement(o.ID).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, o.OrderNo+"-2", second.Reference)
}
