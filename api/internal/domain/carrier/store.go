package carrier

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const columns = `id, member_id, region, carrier, kind, way, state, reason, code_length, code_sent_at, codes, tries AS code_entries, tenure_months,
	created_at, expires_at, ended_at, valid_until`

// ByID reads a session, or nil if there is none.
func ByID(id uuid.UUID) postgres.Query[*Session] { return one(`id = $1`, id) }

func one(where string, args ...any) postgres.Query[*Session] {
	return postgres.Row[Session]("carrier: session", `SELECT `+columns+` FROM carrier_session WHERE `+where, args...)
}

func many(where string, args ...any) postgres.Query[[]Session] {
	return postgres.Rows[Session]("carrier: sessions", `SELECT `+columns+` FROM carrier_session WHERE `+where, args...)
}

// Verification is the result of a member's sessions, as far as a device may see them.
type Verification struct {
	// Last is the newest session, or nil if there is none. It is shown as expired if its deadline has passed.
	Last *Session
	// Proof is the session that currently proves the number, or nil.
	Proof *Session
}

// Proved reports whether the number is proved.
func (v Verification) Proved() bool { return v.Proof != nil }

// VerificationOf reads the verification of a member.
func VerificationOf(member, device uuid.UUID, now time.Time) postgres.Query[Verification] {
	// The table is named as few times as possible, because PostgreSQL needs more time to set up each mention than to read the rows.
	sessions := many(visible+` AND (valid_until > $3
			OR id = (SELECT id FROM carrier_session WHERE `+visible+` ORDER BY created_at DESC, id DESC LIMIT 1))
		ORDER BY created_at, id`, member, device, now)
	return postgres.Then(sessions, func(sessions []Session) (v Verification, err error) {
		for i := range sessions {
			seen := sessions[i].At(now)
			v.Last = &seen
			if seen.Proves(now) && (v.Proof == nil || seen.ValidUntil.After(*v.Proof.ValidUntil)) {
				v.Proof = &seen
			}
		}
		return v, nil
	})
}

// Newest reads a member's newest session with one carrier that the device may see, or nil.
func Newest(member, device uuid.UUID, carrier string) postgres.Query[*Session] {
	return one(visible+` AND carrier = $3 ORDER BY created_at DESC, id DESC LIMIT 1`, member, device, carrier)
}

// Precheck is what may prevent a new session.
type Precheck struct {
	// Running is the running session, locked until the transaction ends, or nil.
	Running *Session
	// Today is the number of sessions in the last 24 hours, OldestToday the time of the first of them.
	Today       int
	OldestToday *time.Time
}

// LockPrecheck reads the precheck and locks the running session.
func LockPrecheck(member uuid.UUID, now time.Time) postgres.Query[Precheck] {
	type count struct {
		Today  int
		Oldest *time.Time
	}
	return postgres.Combine("carrier: precheck", func(b *pgx.Batch) func() (Precheck, error) {
		running := one(`member_id = $1 AND state IN ('starting', 'code', 'waiting') FOR NO KEY UPDATE`, member).Queue(b)
		day := postgres.Row[count]("carrier: sessions of a day", `
			SELECT count(*) AS today, min(created_at) AS oldest FROM carrier_session WHERE member_id = $1 AND created_at > $2`,
			member, now.AddDate(0, 0, -1)).Queue(b)
		return func() (Precheck, error) {
			counted := day.Get()
			return Precheck{Running: running.Get(), Today: counted.Today, OldestToday: counted.Oldest}, nil
		}
	})
}

// QueueOpen inserts a new session on a device. It fails with CarrierRunning if another one is running. ondevice.Value decides
// whether it belongs to the device or to the member.
func QueueOpen(b *pgx.Batch, s Session, device uuid.UUID) {
	b.Queue(`
		WITH opened AS (
			INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, device_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, `+ondevice.Value(`$2`, `$11`)+`) RETURNING id)
		INSERT INTO carrier_session_event (session_id, event, from_state, to_state, at)
		SELECT id, $10, '', $7, $8 FROM opened`,
		s.ID, s.MemberID, s.Region, s.Carrier, s.Kind, s.Way, Starting, s.CreatedAt, s.CreatedAt.Add(SessionLife), Opened, device)
}
