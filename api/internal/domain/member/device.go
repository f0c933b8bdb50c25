package member

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Device is a browser or an installed app on which a member is logged in.
type Device struct {
	ID uuid.UUID
	// Label is the user agent that it came with.
	Label      string
	Trusted    bool
	LoggedInAt time.Time
	SeenAt     time.Time
}

// Devices are those with a session, the one that was seen last first.
func (m *Members) Devices(ctx context.Context, db postgres.DB, member uuid.UUID) ([]Device, error) {
	all, err := postgres.Rows[Device]("member: devices", `
		SELECT d.id, d.label, d.trusted_at IS NOT NULL AS trusted, max(s.created_at) AS logged_in_at, d.seen_at
		FROM session s JOIN device d ON d.id = s.device_id
		WHERE s.member_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
		GROUP BY d.id ORDER BY d.seen_at DESC, d.id`, member, m.Clock.Now()).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].SeenAt = m.Sightings.latest(all[i].ID, all[i].SeenAt)
	}
	slices.SortStableFunc(all, func(a, b Device) int { return b.SeenAt.Compare(a.SeenAt) })
	return all, nil
}

// LogOutDevice ends the sessions of one of the member's devices and trusts it no longer: whoever holds it has to name the
// second fact again, and its key for face checks ends. One of somebody else's, or of nobody, is DeviceNotFound; a
// second time is no error.
func (m *Members) LogOutDevice(ctx context.Context, db postgres.DB, member, device uuid.UUID) error {
	const logOut = `
		WITH own AS (
			UPDATE device SET trusted_at = NULL, face_key = NULL, face_key_at = NULL WHERE id = $2 AND member_id = $1 RETURNING id
		), ended AS (
			UPDATE session SET revoked_at = $3 FROM own WHERE session.device_id = own.id AND revoked_at IS NULL
		)
		SELECT count(*) FROM own`
	var found int
	if err := db.QueryRow(ctx, logOut, member, device, m.Clock.Now()).Scan(&found); err != nil {
		return fmt.Errorf("member: log a device out: %w", postgres.Reason(err))
	}
	if found == 0 {
		return reason.New(reason.DeviceNotFound)
	}
	return nil
}

// LogOutOthers is LogOutDevice for every device but the caller's; it also ends the caller's own older sessions.
func (m *Members) LogOutOthers(ctx context.Context, db postgres.DB, s Session) error {
	const logOut = `
		WITH others AS (
			UPDATE device SET trusted_at = NULL, face_key = NULL, face_key_at = NULL WHERE member_id = $1 AND id <> $2 AND trusted_at IS NOT NULL
		)
		UPDATE session SET revoked_at = $4 WHERE member_id = $1 AND id <> $3 AND revoked_at IS NULL`
	if _, err := db.Exec(ctx, logOut, s.MemberID, s.DeviceID, s.SessionID, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: log the others out: %w", postgres.Reason(err))
	}
	return nil
}

// QueueTrustOnly takes the trust from every other device: an identity was just proved on this one, and who holds the
// others may be whoever had the number before.
func QueueTrustOnly(b *pgx.Batch, member, device uuid.UUID) {
	b.Queue(`UPDATE device SET trusted_at = NULL, face_key = NULL, face_key_at = NULL WHERE member_id = $1 AND id <> $2 AND trusted_at IS NOT NULL`, member, device)
}
