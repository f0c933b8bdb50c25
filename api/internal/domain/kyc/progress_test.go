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
	tx            pgx.Tx
	member        uuid.UUID
	their, others uuid.UUID
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	tx := postgrestest.Tx(t)
	w := fixture{tx: tx, member: newMember(t, tx), their: uuid.New(), others: uuid.New()}
	for _, device := range []uuid.UUID{w.their, w.others} {
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

func TestACardCountsWhenItIsActive(t *testing.T) {
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
				require.NoError(t, service(t).QueueDraft(b, w.member, w.their, kyc.BankCard, []byte(`{}`), now))
			}))
		}, kyc.Begun},
		{func() { w.card(t, 2) }, kyc.Begun},
		{func() { w.card(t, 0) }, kyc.InReview},
		{func() { w.card(t, 1) }, kyc.Done},
	} {
		step.add()
		require.Equal(t, step.want, w.state(t, kyc.BankCard, w.their, now))
		require.Equal(t, step.want, w.state(t, kyc.BankCard, w.others, now), "it is the member's on all")
	}
}

func TestAFaceCountsWhileItIsEnrolled(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.prove(t)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Face, w.their, now))
	w.exec(t, `INSERT INTO face_enrolment (member_id, state, comparison, descriptor, template_enc, created_at) VALUES ($1, 'review', 'too_small', 'net 1', '\x00', $2)`, w.member, now)
	require.Equal(t, kyc.InReview, w.state(t, kyc.Face, w.their, now))
	w.exec(t, `UPDATE face_enrolment SET state = 'active'`)
	require.Equal(t, kyc.Done, w.state(t, kyc.Face, w.others, now))
	w.exec(t, `UPDATE face_enrolment SET state = 'ended', ended_at = $1, ended_for = 'replaced', template_enc = NULL`, now)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Face, w.their, now))
}

func TestTheCarrierHasProvedTheNumberForAWhile(t *testing.T) {
	t.Parallel()
	until := now.Add(90 * 24 * time.Hour)
	for name, try := range map[string]struct {
		kind, state       string
		ended, validUntil *time.Time
		at                time.Time
		want              kyc.State
	}{
		"asked":       {"verify", "starting", nil, nil, now, kyc.InReview},
		"waits":       {"verify", "waiting", nil, nil, now, kyc.InReview},
		"code":        {"verify", "code", nil, nil, now, kyc.Begun},
		"out of time": {"verify", "code", nil, nil, now.Add(15 * time.Minute), kyc.Todo},
		"failed":      {"verify", "failed", &now, nil, now, kyc.Todo},
		"expired":     {"verify", "expired", &now, nil, now, kyc.Todo},
		"account":     {"register", "waiting", nil, nil, now, kyc.Todo},
		"opened":      {"register", "succeeded", &now, nil, now, kyc.Todo},
		"proved":      {"verify", "succeeded", &now, &until, until.Add(-time.Second), kyc.Done},
		"to do again": {"verify", "succeeded", &now, &until, until, kyc.Todo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			w.session(t, &w.their, try.kind, try.state, try.ended, try.validUntil)
			require.Equal(t, try.want, w.state(t, kyc.Opt, w.their, try.at))
			require.Equal(t, kyc.Todo, w.state(t, kyc.Opt, w.others, try.at), "before an identity is proved it is seen where it was opened")
		})
	}
}

func TestAProofOfTheNumberOutlivesASessionThatFailed(t *testing.T) {
	t.Parallel()
	w, until := newFixture(t), now.Add(time.Hour)
	w.session(t, &w.their, "verify", "succeeded", &now, &until)
	w.session(t, &w.their, "verify", "failed", &now, nil)
	w.session(t, &w.their, "verify", "code", nil, nil)
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.their, now))
}

// A session of another, untrusted device stays visible only there. A session claimed for the member is visible on all devices.
func TestTheCarriersSessionsOfAProvedMember(t *testing.T) {
	t.Parallel()
	w, until := newFixture(t), now.Add(time.Hour)
	w.session(t, &w.others, "verify", "succeeded", &now, &until)
	w.prove(t)
	require.Equal(t, kyc.Todo, w.state(t, kyc.Opt, w.their, now))
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.others, now))
	w.session(t, nil, "verify", "succeeded", &now, &until)
	require.Equal(t, kyc.Done, w.state(t, kyc.Opt, w.their, now))
}

func TestFormsAreSeenWhereTheyWereTypedUntilTheIdentityIsProved(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	require.NoError(t, send(t, w.tx, func(b *pgx.Batch) { kyc.QueuePersonal(b, w.member, w.their, personalForm(), now) }))
	require.Equal(t, kyc.Done, w.state(t, kyc.Personal, w.their, now))
	require.Equal(t, kyc.Todo, w.state(t, kyc.Personal, w.others, now))
	w.prove(t)
	require.Equal(t, kyc.Done, w.state(t, kyc.Personal, w.others, now))
}
