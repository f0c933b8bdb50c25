package flowtest

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Offered creates an order whose offer can be confirmed until three days after at.
func Offered(t T, pool *pgxpool.Pool, at time.Time) loan.Order {
	want := Loan{OrderID: uuid.New(), MemberID: Member(t, pool), Region: "vi", Terms: Terms(), Principal: 5_000_000, Lender: "sen"}
	order := loan.Order{
		ID: want.OrderID, OrderNo: "LM" + want.OrderID.String()[:18], MemberID: want.MemberID, Region: want.Region, AppProductID: "20005",
		ProductID: productOf(want), ProductVersion: 1, LenderCode: want.Lender, Currency: want.Terms.Currency,
		AppliedAmount: want.Principal, Principal: want.Principal, TermDays: 91, Terms: want.Terms, BankCardID: cardOf(want), AppliedAt: at, AppliedOn: money.DateOf(at),
	}
	b := &pgx.Batch{}
	queueProduct(b, want)
	loan.QueueOrder(b, order)
	expires := at.Add(72 * time.Hour)
	move(t, b, loan.Move{OrderID: order.ID, From: loan.WaitingReview, Event: loan.ReviewStarted, Actor: loan.BySystem, At: at})
	move(t, b, loan.Move{OrderID: order.ID, From: loan.UnderReview, Event: loan.Approved, Actor: loan.ByLender, At: at, OfferExpiresAt: &expires})
	commit(t, pool, b)
	order.Status, order.OfferExpiresAt = loan.ToConfirm, &expires
	return order
}

// Confirmed creates a confirmed order whose payout has been recorded but not tried.
func Confirmed(t T, pool *pgxpool.Pool, at time.Time) loan.Order {
	order := Offered(t, pool, at)
	b := &pgx.Batch{}
	move(t, b, loan.Move{OrderID: order.ID, From: loan.ToConfirm, Event: loan.Confirmed, Actor: loan.ByMember, At: at, ConfirmedAt: &at})
	loan.QueueDisbursement(b, order, order.BankCardID, at)
	commit(t, pool, b)
	order.Status, order.ConfirmedAt = loan.Disbursing, &at
	return order
}

func move(t T, b *pgx.Batch, m loan.Move) { require.NoError(t, loan.QueueMove(b, m)) }

func commit(t T, pool *pgxpool.Pool, b *pgx.Batch) {
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, tx.Commit(t.Context()))
}
