package support

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Every step requires a live request. For one that has ended it returns reason.StateChanged.

// AcceptHardship records that an operator accepts a request until a date. It returns reason.StateChanged also if another operator
// has accepted it since it was read.
func AcceptHardship(ctx context.Context, db postgres.DB, h Hardship, until money.Date, answer string, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = 'accepted', until = $2, answer = $3, answered_at = $4, check_at = $4
		WHERE id = $1 AND state = $5 AND until IS NOT DISTINCT FROM $6::date AND `+live, h.ID, until, answer, now, h.State, h.Until)
}

// AnswerHardship stores an operator's answer; the state does not change. again replaces an earlier answer. It returns
// reason.StateChanged if there is an answer and again is false, or if the answer is the same.
func AnswerHardship(ctx context.Context, db postgres.DB, id uuid.UUID, answer string, again bool, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET answer = $2, answered_at = $3, check_at = $3 WHERE id = $1 AND answer <> $2 AND ($4 OR answered_at IS NULL) AND `+live,
		id, answer, now, again)
}

// EndUnchanged ends a request that has not changed since it was read. It returns reason.StateChanged if the request has been
// accepted, answered or ended since, or a payment of the loan has come or been reversed.
func EndUnchanged(ctx context.Context, db postgres.DB, h Hardship, state HardshipState, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = $2, ended_at = $3
		WHERE id = $1 AND state = $4 AND until IS NOT DISTINCT FROM $5::date AND answered_at IS NOT DISTINCT FROM $6::timestamptz
			AND check_at = $7`,
		h.ID, state, now, h.State, h.Until, h.AnsweredAt, h.CheckAt)
}

// CheckAgain sets the next check of a request, in business time. It returns reason.StateChanged if another check was scheduled
// since it was read.
func CheckAgain(ctx context.Context, db postgres.DB, h Hardship, at time.Time) error {
	return step(ctx, db, `UPDATE hardship SET check_at = $3 WHERE id = $1 AND check_at = $2 AND `+live,
		h.ID, h.CheckAt, at)
}

// CloseHardship records that an operator closes a request. words, if not empty, becomes its answer. It returns reason.StateChanged
// also if another operator has accepted it since it was read.
func CloseHardship(ctx context.Context, db postgres.DB, h Hardship, words string, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = 'closed', ended_at = $3, answer = COALESCE(NULLIF($2, ''), answer),
			answered_at = CASE WHEN $2 = '' THEN answered_at ELSE $3 END
		WHERE id = $1 AND state = $4 AND until IS NOT DISTINCT FROM $5::date AND `+live, h.ID, words, now, h.State, h.Until)
}

// WithdrawHardship records that the borrower withdraws a request.
func WithdrawHardship(ctx context.Context, db postgres.DB, id uuid.UUID, now time.Time) error {
	return step(ctx, db, `UPDATE hardship SET state = 'withdrawn', ended_at = $2 WHERE id = $1 AND `+live, id, now)
}
