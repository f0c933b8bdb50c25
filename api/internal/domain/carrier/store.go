package carrier

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const columns = `id, member_id, region, carrier, kind, way, state, reason, code_length, code_sent_at, codes, tries, tenure_months,
	created_at, expires_at, ended_at, valid_until`

// ByID reads a try; nil where there is none.
func ByID(ctx context.Context, db postgres.DB, id uuid.UUID) (*Session, error) {
	rows, err := db.Query(ctx, `SELECT `+columns+` FROM carrier_session WHERE id = $1`, id)
	if err != nil {
		return nil, fmt.Errorf("carrier: %w", postgres.Reason(err))
	}
	return one(rows)
}

func one(rows pgx.Rows) (*Session, error) {
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Session])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("carrier: %w", postgres.Reason(err))
	}
	return &s, nil
}

// Verification is what a member's tries come to.
type Verification struct {
	// Last is their newest try, nil before the first. A try that has expired says so.
	Last *Session
	// Proof is the try that proves their number now, nil while none does.
	Proof *Session
}

// Proved reports whether their number is proved.
func (s Verification) Proved() bool { return s.Proof != nil }

// QueueVerification reads it in a batch.
func QueueVerification(b *pgx.Batch, member uuid.UUID, now time.Time) *Verification {
	var s Verification
	read := func(into **Session) func(pgx.Rows) error {
		return func(rows pgx.Rows) error {
			found, err := one(rows)
			if err == nil && found != nil {
				seen := found.At(now)
				*into = &seen
			}
			return err
		}
	}
	b.Queue(`SELECT `+columns+` FROM carrier_session WHERE member_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`, member).
		Query(read(&s.Last))
	b.Queue(`SELECT `+columns+` FROM carrier_session WHERE member_id = $1 AND valid_until > $2
		ORDER BY valid_until DESC LIMIT 1`, member, now).Query(read(&s.Proof))
	return &s
}

// Newest reads a member's newest try with one carrier; nil where there is none.
func Newest(ctx context.Context, db postgres.DB, member uuid.UUID, carrier string) (*Session, error) {
	rows, err := db.Query(ctx, `SELECT `+columns+` FROM carrier_session WHERE member_id = $1 AND carrier = $2
		ORDER BY created_at DESC, id DESC LIMIT 1`, member, carrier)
	if err != nil {
		return nil, fmt.Errorf("carrier: %w", postgres.Reason(err))
	}
	return one(rows)
}

// Precheck is what speaks against a new try.
type Precheck struct {
	// Running is the try that goes on, held until the transaction ends; nil when there is none.
	Running *Session
	// Today counts the tries of the last 24 hours, OldestToday is when the first of them was.
	Today       int
	OldestToday *time.Time
}

// QueuePrecheck reads it in a batch and holds the running try.
func QueuePrecheck(b *pgx.Batch, member uuid.UUID, now time.Time) *Precheck {
	var before Precheck
	b.Queue(`SELECT `+columns+` FROM carrier_session WHERE member_id = $1 AND state IN ('starting', 'code', 'waiting') FOR NO KEY UPDATE`, member).
		Query(func(rows pgx.Rows) (err error) {
			before.Running, err = one(rows)
			return err
		})
	b.Queue(`SELECT count(*), min(created_at) FROM carrier_session WHERE member_id = $1 AND created_at > $2`, member, now.AddDate(0, 0, -1)).
		QueryRow(func(row pgx.Row) error { return row.Scan(&before.Today, &before.OldestToday) })
	return &before
}

// QueueOpen writes a new try. A second one that runs fails with CarrierRunning.
func QueueOpen(b *pgx.Batch, s Session) {
	b.Queue(`
		WITH opened AS (
			INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id)
		INSERT INTO carrier_session_event (session_id, event, from_state, to_state, at)
		SELECT id, $10, '', $7, $8 FROM opened`,
		s.ID, s.MemberID, s.Region, s.Carrier, s.Kind, s.Way, Starting, s.CreatedAt, s.CreatedAt.Add(SessionLife), Opened)
}
