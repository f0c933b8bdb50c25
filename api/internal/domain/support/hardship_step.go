package support

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Every step starts from a live request; one that has ended is reason.StateChanged.

// AcceptHardship writes that an operator agrees, up to a day. One that another operator has accepted since it was read is
// reason.StateChanged, too.
func AcceptHardship(ctx context.Context, db postgres.DB, h Hardship, until money.Date, answer string, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = 'accepted', until = $2, answer = $3, answered_at = $4, check_at = $4
		WHERE id = $1 AND state = $5 AND until IS NOT DISTINCT FROM $6::date AND `+live, h.ID, until, answer, now, h.State, h.Until)
}

// AnswerHardship writes an operator's words; the request stays where it is. again writes them in the place of others. Without it a
// request to which somebody has written is reason.StateChanged, and so are the words that stand there already.
func AnswerHardship(ctx context.Context, db postgres.DB, id uuid.UUID, answer string, again bool, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET answer = $2, answered_at = $3, check_at = $3 WHERE id = $1 AND answer <> $2 AND ($4 OR answered_at IS NULL) AND `+live,
		id, answer, now, again)
}

// EndUnchanged ends a request that still stands as it was read: one that an operator has accepted or answered meanwhile, one
// whose loan money came for or went from, and one that has ended, is reason.StateChanged.
func EndUnchanged(ctx context.Context, db postgres.DB, h Hardship, state HardshipState, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = $2, ended_at = $3
		WHERE id = $1 AND state = $4 AND until IS NOT DISTINCT FROM $5::date AND answered_at IS NOT DISTINCT FROM $6::timestamptz
			AND check_at = $7`,
		h.ID, state, now, h.State, h.Until, h.AnsweredAt, h.CheckAt)
}

// CheckAgain has a request that goes on looked at at another time, by business time. One for which something happened since it
// was read is reason.StateChanged, and looked at for that.
func CheckAgain(ctx context.Context, db postgres.DB, h Hardship, at time.Time) error {
	return step(ctx, db, `UPDATE hardship SET check_at = $3 WHERE id = $1 AND check_at = $2 AND `+live,
		h.ID, h.CheckAt, at)
}

// CloseHardship writes that an operator ends a request; words, where there are any, become its answer. One that another operator has
// accepted since it was read is reason.StateChanged, too.
func CloseHardship(ctx context.Context, db postgres.DB, h Hardship, words string, now time.Time) error {
	return step(ctx, db, `
		UPDATE hardship SET state = 'closed', ended_at = $3, answer = COALESCE(NULLIF($2, ''), answer),
			answered_at = CASE WHEN $2 = '' THEN answered_at ELSE $3 END
		WHERE id = $1 AND state = $4 AND until IS NOT DISTINCT FROM $5::date AND `+live, h.ID, words, now, h.State, h.Until)
}

// WithdrawHardship writes that its borrower takes a request back.
func WithdrawHardship(ctx context.Context, db postgres.DB, id uuid.UUID, now time.Time) error {
	return step(ctx, db, `UPDATE hardship SET state = 'withdrawn', ended_at = $2 WHERE id = $1 AND `+live, id, now)
}
