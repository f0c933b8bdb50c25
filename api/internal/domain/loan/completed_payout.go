package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// CompletedPayout is a successful payout with the reference known to the bank. A negative amount is a returned payout that was not
// reported as a payment.
type CompletedPayout struct {
	Reference string
	Amount    int64
}

// CompletedPayoutsOf lists the successful payouts of orders.
func CompletedPayoutsOf(ctx context.Context, db postgres.DB, orders []uuid.UUID) ([]CompletedPayout, error) {
	return completedPayouts(ctx, db, `d.order_id = ANY($1)`, `d.order_id = ANY($1)`, orders)
}

// CompletedPayoutsBy finds successful payouts by their references.
func CompletedPayoutsBy(ctx context.Context, db postgres.DB, references []string) ([]CompletedPayout, error) {
	return completedPayouts(ctx, db, `d.reference = ANY($1)`, `r.reference = ANY($1)`, references)
}

// CompletedPayoutsBetween lists the payouts of the business dates first to last, both inclusive, and the returns that the bank
// booked on them. Returns without a bank day count by the time at which we booked them, which must not be before from and must be
// before to.
func CompletedPayoutsBetween(ctx context.Context, db postgres.DB, first, last money.Date, from, to time.Time) ([]CompletedPayout, error) {
	return completedPayouts(ctx, db, `EXISTS (SELECT FROM loan l WHERE l.order_id = d.order_id AND l.disbursed_on BETWEEN $1 AND $2)`,
		`(r.bank_day BETWEEN $1 AND $2 OR r.bank_day IS NULL AND r.booked_at >= $3 AND r.booked_at < $4)`, first, last, from, to)
}

func completedPayouts(ctx context.Context, db postgres.DB, went, cameBack string, keys ...any) ([]CompletedPayout, error) {
	rows, err := db.Query(ctx, `
		SELECT d.reference, d.amount FROM disbursement d WHERE d.state = 'succeeded' AND `+went+`
		UNION ALL
		SELECT r.reference, r.fee - d.amount FROM disbursement_return r JOIN disbursement d ON d.id = r.disbursement_id
		WHERE r.payment_id IS NULL AND `+cameBack, keys...)
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	sent, err := pgx.CollectRows(rows, pgx.RowToStructByPos[CompletedPayout])
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	return sent, nil
}

// ReturnFees reads the fees that banks kept from returned payouts of orders, keyed by payout id.
func ReturnFees(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]int64] {
	return postgres.Map[uuid.UUID, int64]("loan: return fees", `
		SELECT d.id, r.fee FROM disbursement d JOIN disbursement_return r ON r.disbursement_id = d.id
		WHERE r.fee > 0 AND d.order_id = ANY($1)`, orders)
}
