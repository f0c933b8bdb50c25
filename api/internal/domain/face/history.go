package face

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// maxOutcomes is the number of a device's outcomes to read. It is larger than any limit on failures in a row.
const maxOutcomes = 60

// AllowanceOf reads the outcomes of a member's checks and returns the allowance. today and tomorrow are the bounds of the business
// day in wall time.
func (l Limits) AllowanceOf(member, device uuid.UUID, today, tomorrow, now time.Time) postgres.Query[Allowance] {
	return postgres.Combine("face: allowance", func(b *pgx.Batch) func() (Allowance, error) {
		outcomes := postgres.Rows[Outcome]("face: outcomes", `
		SELECT ended_at AS at, state = 'passed' AS passed FROM face_check
		WHERE member_id = $1 AND device_id = $2 AND ended_at IS NOT NULL AND (state = 'passed' OR result IN ('not_passed', 'step_up'))
		ORDER BY ended_at DESC, id DESC LIMIT $3`, member, device, maxOutcomes).Queue(b)
		failures := postgres.Value[int]("face: failures of a day", `
		SELECT count(*) FROM face_check
		WHERE member_id = $1 AND ended_at >= $2 AND state = 'failed' AND result IN ('not_passed', 'step_up')`, member, today).Queue(b)
		return func() (Allowance, error) { return l.Allowance(outcomes.Get(), failures.Get(), tomorrow, now), nil }
	})
}

// RecentCheck reads the result of a session's newest failed check since a wall time. It is empty if there is none. Abandoned
// checks do not count.
func RecentCheck(session uuid.UUID, since time.Time) postgres.Query[Result] {
	return postgres.Value[Result]("face: recent check", `
		SELECT coalesce((SELECT result FROM face_check
			WHERE session_id = $1 AND ended_at >= $2 AND state = 'failed' AND result <> 'given_up' ORDER BY ended_at DESC LIMIT 1), '')`, session, since)
}

// QueueGiveUp ends the open checks of a device.
func QueueGiveUp(b *pgx.Batch, member, device uuid.UUID, now time.Time) {
	b.Queue(giveUp+` AND device_id = $3`, member, now, device)
}

// giveUp ends the open checks of a member.
const giveUp = `
	UPDATE face_check SET state = 'failed', result = 'given_up', ended_at = $2, progress_enc = NULL, step_nonce = '', claimed_at = NULL
	WHERE member_id = $1 AND ended_at IS NULL`
