package kyc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// fixture is a member with two devices: their own, which proves the identity if there is one, and another one.
type fixture struct {
	tx                     pgx.Tx
	member                 uuid.UUID
	ownDevice, otherDevice uuid.UUID
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	tx := postgrestest.Tx(t)
	w := fixture{tx: tx, member: newMember(t, tx), ownDevice: uuid.New(), otherDevice: uuid.New()}
	for _, device := range []uuid.UUID{w.ownDevice, w.otherDevice} {
		w.exec(t, `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $3, $3)`, device, w.member, now)
	}
	return w
}

func (w fixture) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := w.tx.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}

func (w fixture) prove(t *testing.T) {
	t.Helper()
	form := checked(t, identityForm(newFile(t, w.tx, w.member, "identity"), newFile(t, w.tx, w.member, "identity")))
	require.NoError(t, send(t, w.tx, func(b *pgx.Batch) { service(t).QueueIdentity(b, vietnam, w.member, phone, form, false, now) }))
}

func (w fixture) card(t *testing.T, status int) {
	t.Helper()
	w.exec(t, `
		INSERT INTO bank_card (member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at, closed_at)
		VALUES ($1, 'vi', 'VCB', 'Nguyễn Thị Lan', 'x', uuid_send($2), '1234', 'account', $3::int, $4::timestamptz, CASE WHEN $3::int = 2 THEN $4::timestamptz END)`, w.member, uuid.New(), status, now)
}

// session inserts a carrier session opened on a device, or one of the member on all devices if device is nil.
func (w fixture) session(t *testing.T, device *uuid.UUID, kind, state string, ended, validUntil *time.Time) {
	t.Helper()
	why := ""
	if state == "failed" {
		why = "down"
	}
	w.exec(t, `
		INSERT INTO carrier_session (id, member_id, device_id, region, carrier, kind, way, state, reason, created_at, expires_at, ended_at, valid_until)
		VALUES (gen_random_uuid(), $1, $2, 'vi', 'c', $3, 'code', $4, $5, $6, $7, $8, $9)`,
		w.member, device, kind, state, why, now, now.Add(15*time.Minute), ended, validUntil)
}

func (w fixture) state(t *testing.T, topic kyc.Topic, device uuid.UUID, at time.Time) kyc.State {
	t.Helper()
	p, err := kyc.ProgressOf(w.member, device, at).Read(t.Context(), w.tx)
	require.NoError(t, err)
	return p.Of(topic)
}

func TestBankCardProgressByCardStatus(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.prove(t)
	for _, step := range []struct {
		add  func()
		want kyc.State
	}{
		{func() {}, kyc.Todo},
		{func() {
			require.NoError(t, send(t, w.tx, func(b *pgx.Batch) {
				require.NoError(t, service(t).QueueDraft(b, w.member, w.ownDevice, kyc.BankCard, []byte(`{}`), now))
			}))
		}, kyc.Begun},
		{func() { w.card(t, 2) }, kyc.Begun},
		{func() { w.card(t, 0) }, kyc.InReview},
		{func() { w.card(t, 1) }, kyc.Done},
	} {
		step.add()
		require.Equal(t, step.want, w.state(t, kyc.BankCard, w.ownDevice, now))
		require.Equal(t, step.want, w.state(t, kyc.BankCard, w.otherDevice, now), "the card counts on all devices of the member")
	}
}

func TestFaceProgressByEnrolmentState(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.prove(t)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Face, w.ownDevice, now))
	w.exec(t, `INSERT INTO face_enrolment (member_id, state, comparison, descriptor, template_enc, created_at) VALUES ($1, 'review', 'too_small', 'net 1', '\x00', $2)`, w.member, now)
	require.Equal(t, kyc.InReview, w.state(t, kyc.Face, w.ownDevice, now))
	w.exec(t, `UPDATE face_enrolment SET state = 'active'`)
	require.Equal(t, kyc.Done, w.state(t, kyc.Face, w.otherDevice, now))
	w.exec(t, `UPDATE face_enrolment SET state = 'ended', ended_at = $1, ended_for = 'replaced', template_enc = NULL`, now)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Face, w.ownDevice, now))
}

func TestCarrierProgressBySessionState(t *testing.T) {
	t.Parallel()
	until := now.Add(90 * 24 * time.Hour)
	for name, try := range map[string]struct {
		kind, state       string
		ended, validUntil *time.Time
		at                time.Time
		want              kyc.State
	}{
		"starting":             {"verify", "starting", nil, nil, now, kyc.InReview},
		"waiting":              {"verify", "waiting", nil, nil, now, kyc.InReview},
		"code":                 {"verify", "code", nil, nil, now, kyc.Begun},
		"timed out":            {"verify", "code", nil, nil, now.Add(15 * time.Minute), kyc.Todo},
		"failed":               {"verify", "failed", &now, nil, now, kyc.Todo},
		"expired":              {"verify", "expired", &now, nil, now, kyc.Todo},
		"opening an account":   {"register", "waiting", nil, nil, now, kyc.Todo},
		"account opened":       {"register", "succeeded", &now, nil, now, kyc.Todo},
		"verified":             {"verify", "succeeded", &now, &until, until.Add(-time.Second), kyc.Done},
		"verification expired": {"verify", "succeeded", &now, &until, until, kyc.Todo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			w.session(t, &w.ownDevice, try.kind, try.state, try.ended, try.validUntil)
			require.Equal(t, try.want, w.state(t, kyc.Opt, w.ownDevice, try.at))
			require.Equal(t, kyc.Todo, w.state(t, kyc.Opt, w.otherDevice, try.at), "without a proved identity a session is visible only on its own device")
		})
	}
}

func TestCarrierVerificationOutlivesLaterFailedSessions(t *testing.T) {
	t.Parallel()
	w, until := newFixture(t), now.Add(time.Hour)
	w.session(t, &w.ownDevice, "verify", "succeeded", &now, &until)
	w.session(t, &w.ownDevice, "verify", "failed", &now, nil)
	w.session(t, &w.ownDevice, "verify", "code", nil, nil)
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.ownDevice, now))
}

// A session of another, untrusted device stays visible only there. A session claimed for the member is visible on all devices.
func TestCarrierSessionVisibilityOfAProvedMember(t *testing.T) {
	t.Parallel()
	w, until := newFixture(t), now.Add(time.Hour)
	w.session(t, &w.otherDevice, "verify", "succeeded", &now, &until)
	w.prove(t)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Opt, w.ownDevice, now))
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.otherDevice, now))
	w.session(t, nil, "verify", "succeeded", &now, &until)
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.ownDevice, now))
}

func TestFormsAreVisibleOnOtherDevicesAfterTheIdentityIsProved(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	require.NoError(t, send(t, w.tx, func(b *pgx.Batch) { kyc.QueuePersonal(b, w.member, w.ownDevice, personalForm(), now) }))
	require.Equal(t, kyc.Done, w.state(t, kyc.Personal, w.ownDevice, now))
	require.Equal(t, kyc.Todo, w.state(t, kyc.Personal, w.otherDevice, now))
	w.prove(t)
	require.Equal(t, kyc.Done, w.state(t, kyc.Personal, w.otherDevice, now))
}
