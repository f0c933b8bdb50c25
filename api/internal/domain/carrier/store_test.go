package carrier_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 3, 10, 5, 0, 0, 0, time.UTC)

// owner is a member with sessions on two devices, and one that belongs to the member.
type owner struct {
	tx              pgx.Tx
	id, own, second uuid.UUID
	// oldest ended a day ago, proof and proof2 prove the number on their device, claimed on all. running waits for a code on the own
	// device; failed is of another carrier.
	oldest, claimed, proof, failed, running, proof2 uuid.UUID
}

func newOwner(t *testing.T, tx pgx.Tx, proved bool) owner {
	t.Helper()
	o := owner{tx: tx, id: uuid.New(), own: uuid.New(), second: uuid.New()}
	o.exec(t, `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', uuid_send($1), 'vi', $2)`, o.id, now)
	for _, device := range []uuid.UUID{o.own, o.second} {
		o.exec(t, `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $3, $3)`, device, o.id, now)
	}
	if proved {
		file := uuid.New()
		o.exec(t, `INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'identity', $4, 'image/jpeg', 1, '\x00', $3)`, file, o.id, now, file.String())
		o.exec(t, `INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
			VALUES ($1, 'vi', 'Lan', '\x00', uuid_send($1), '0123', '1999-05-20', 0, $2, $2, $3)`, o.id, file, now)
	}
	until := func(hours int) *time.Time { at := now.Add(time.Duration(hours) * time.Hour); return &at }
	for _, s := range []struct {
		id         *uuid.UUID
		device     *uuid.UUID
		carrier    string
		state      carrier.State
		reason     string
		validUntil *time.Time
		age        time.Duration
	}{
		{&o.oldest, &o.own, "viettel", carrier.Succeeded, "", until(-1), 24 * time.Hour},
		{&o.claimed, nil, "viettel", carrier.Succeeded, "", until(1), 5 * time.Hour},
		{&o.proof, &o.own, "viettel", carrier.Succeeded, "", until(2), 4 * time.Hour},
		{&o.failed, &o.own, "mobifone", carrier.Failed, "down", nil, 3 * time.Hour},
		{&o.running, &o.own, "viettel", carrier.Code, "", nil, 2 * time.Hour},
		{&o.proof2, &o.second, "viettel", carrier.Succeeded, "", until(3), time.Hour},
	} {
		var err error
		*s.id, err = uuid.NewV7()
		require.NoError(t, err)
		o.exec(t, `
			INSERT INTO carrier_session (id, member_id, device_id, region, carrier, kind, way, state, reason, code_length, code_sent_at, codes, tries, tenure_months, created_at, expires_at, ended_at, valid_until)
			VALUES ($1, $2, $3, 'vi', $4, 'verify', 'code', $5::text, $6, 5, $8, 1, 2, 7, $7, $9, CASE WHEN $5::text <> 'code' THEN $7::timestamptz END, $10)`,
			*s.id, o.id, s.device, s.carrier, s.state, s.reason, now.Add(-s.age), now.Add(-time.Minute), now.Add(time.Minute), s.validUntil)
	}
	return o
}

func (o owner) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := o.tx.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}

func (o owner) rows(t *testing.T) []string {
	t.Helper()
	all, err := postgres.Column[string]("rows", `SELECT x::text FROM carrier_session x WHERE member_id = $1 ORDER BY 1`, o.id).Read(t.Context(), o.tx)
	require.NoError(t, err)
	return all
}

func idOf(s *carrier.Session) uuid.UUID {
	if s == nil {
		return uuid.Nil
	}
	return s.ID
}

func neighbours(t *testing.T, tx pgx.Tx) (before, subject, after, unproved owner) {
	t.Helper()
	return newOwner(t, tx, true), newOwner(t, tx, true), newOwner(t, tx, true), newOwner(t, tx, false)
}

// A device sees its own sessions and, after an identity is proved, those that belong to the member. The newest is the last, and the
// one that is valid longest is the proof.
func TestDeviceSeesItsOwnSessionsAndTheMembers(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, unproved := neighbours(t, tx)
	type seen struct {
		last, proof, newest, newestOther uuid.UUID
		exported                         []any
	}
	see := func(o owner, device uuid.UUID) (s seen) {
		v, err := carrier.VerificationOf(o.id, device, now).Read(ctx, tx)
		require.NoError(t, err)
		newest, err := carrier.Newest(o.id, device, "viettel").Read(ctx, tx)
		require.NoError(t, err)
		other, err := carrier.Newest(o.id, device, "mobifone").Read(ctx, tx)
		require.NoError(t, err)
		var sections []*dataexport.Section
		b := &pgx.Batch{}
		sections = carrier.QueueExport(b, o.id, device)
		require.NoError(t, postgres.Send(ctx, tx, b))
		s = seen{last: idOf(v.Last), proof: idOf(v.Proof), newest: idOf(newest), newestOther: idOf(other)}
		for _, record := range sections[0].Records {
			s.exported = append(s.exported, record["state"])
		}
		return s
	}
	third := uuid.New()
	for _, o := range []owner{before, subject, after} {
		require.Equal(t, seen{o.running, o.proof, o.running, o.failed, []any{"succeeded", "succeeded", "succeeded", "failed", "code"}}, see(o, o.own))
		require.Equal(t, seen{o.proof2, o.proof2, o.proof2, uuid.Nil, []any{"succeeded", "succeeded"}}, see(o, o.second))
		require.Equal(t, seen{o.claimed, o.claimed, o.claimed, uuid.Nil, []any{"succeeded"}}, see(o, third))
		session, err := carrier.ByID(o.failed).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, "mobifone", session.Carrier)
	}
	o := unproved
	require.Equal(t, seen{o.running, o.proof, o.running, o.failed, []any{"succeeded", "succeeded", "failed", "code"}}, see(o, o.own))
	require.Equal(t, seen{o.proof2, o.proof2, o.proof2, uuid.Nil, []any{"succeeded"}}, see(o, o.second))
	require.Equal(t, seen{}, see(o, third))

	// Of those from the same instant, the one that was inserted last is the newest.
	subject.exec(t, `UPDATE carrier_session SET created_at = $1`, now)
	require.Equal(t, seen{subject.running, subject.proof, subject.running, subject.failed, []any{"succeeded", "succeeded", "succeeded", "failed", "code"}}, see(subject, subject.own))
}

func TestPrecheckIsOfTheMembersLast24Hours(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, _ := neighbours(t, tx)
	for _, o := range []owner{before, subject, after} {
		pre, err := carrier.LockPrecheck(o.id, now).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, o.running, idOf(pre.Running))
		require.Equal(t, 5, pre.Today)
		require.Equal(t, now.Add(-5*time.Hour), pre.OldestToday.UTC())
	}
	subject.exec(t, `UPDATE carrier_session SET state = 'expired', ended_at = $2 WHERE id = $1`, subject.running, now)
	pre, err := carrier.LockPrecheck(subject.id, now).Read(ctx, tx)
	require.NoError(t, err)
	require.Nil(t, pre.Running)
}

// An entry is only taken from the session that waits for a code of the carrier on this device.
func TestCodeEntriesAreOfOneSession(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, unproved := neighbours(t, tx)
	kept := [][]string{before.rows(t), after.rows(t), unproved.rows(t)}
	take := func(device uuid.UUID, name string) bool {
		taken, err := carrier.TakeCodeEntry(subject.id, device, name).Read(ctx, tx)
		require.NoError(t, err)
		return taken
	}
	tries := func() (n []int) {
		for _, id := range []uuid.UUID{subject.running, subject.proof, subject.failed, subject.proof2} {
			s, err := carrier.ByID(id).Read(ctx, tx)
			require.NoError(t, err)
			n = append(n, s.CodeEntries)
		}
		return n
	}
	require.False(t, take(subject.second, "viettel"))
	require.False(t, take(subject.own, "mobifone"))
	for i := range 3 {
		require.True(t, take(subject.own, "viettel"))
		require.Equal(t, []int{3 + i, 2, 2, 2}, tries())
	}
	require.False(t, take(subject.own, "viettel"), "none is left")
	for _, want := range []int{4, 3, 2, 1, 0, 0} {
		require.NoError(t, carrier.ReturnCodeEntry(ctx, tx, subject.running))
		require.Equal(t, []int{want, 2, 2, 2}, tries())
	}
	subject.exec(t, `UPDATE carrier_session SET state = 'waiting' WHERE id = $1`, subject.running)
	require.False(t, take(subject.own, "viettel"), "the carrier waits for no code")
	require.Equal(t, kept, [][]string{before.rows(t), after.rows(t), unproved.rows(t)})
}

// A step changes the session that was read and nothing that it does not state.
func TestStepChangesTheSessionThatWasRead(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, _ := neighbours(t, tx)
	kept := [][]string{before.rows(t), after.rows(t)}
	read, err := carrier.ByID(subject.running).Read(ctx, tx)
	require.NoError(t, err)
	step := func(m carrier.Move) (carrier.Session, error) {
		m.At = now
		query, err := m.Step()
		require.NoError(t, err)
		return query.Read(ctx, tx)
	}
	sent, tenure := now.Add(time.Second), 9
	again, err := step(carrier.Move{Session: *read, Event: carrier.CodeSent, CodeLength: 4, CodeSentAt: &sent})
	require.NoError(t, err)
	require.Equal(t, [3]int{2, 4, 7}, [3]int{again.Codes, again.CodeLength, *again.TenureMonths})
	require.Equal(t, [2]time.Time{sent, now.Add(carrier.SessionLife)}, [2]time.Time{again.CodeSentAt.UTC(), again.ExpiresAt.UTC()})
	_, err = step(carrier.Move{Session: *read, Event: carrier.CodeSent, CodeSentAt: &sent})
	require.ErrorIs(t, err, carrier.ErrState, "another request has sent a code since")
	wrong, err := step(carrier.Move{Session: again, Event: carrier.CodeWrong})
	require.NoError(t, err)
	require.Equal(t, again, wrong, "nothing else is stated")
	done, err := step(carrier.Move{Session: again, Event: carrier.Confirmed, TenureMonths: &tenure, ValidDays: 1})
	require.NoError(t, err)
	require.Equal(t, carrier.Succeeded, done.State)
	require.Equal(t, 9, *done.TenureMonths)
	_, err = step(carrier.Move{Session: again, Event: carrier.Confirmed})
	require.ErrorIs(t, err, carrier.ErrState)
	require.Equal(t, kept, [][]string{before.rows(t), after.rows(t)})
}

// Before a first identity is proved on a device, the sessions of the others are deleted. One that is proved keeps them all.
func TestSessionsOfOtherDevicesAreDeletedOnce(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, unproved := neighbours(t, tx)
	kept := [][]string{before.rows(t), subject.rows(t), after.rows(t)}
	for device, want := range map[uuid.UUID]bool{subject.own: false, uuid.New(): false} {
		lost, err := carrier.StartAfresh(subject.id, device).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, want, lost)
	}
	lost, err := carrier.StartAfresh(unproved.id, unproved.own).Read(ctx, tx)
	require.NoError(t, err)
	require.False(t, lost, "the number is proved from this device")
	require.Len(t, unproved.rows(t), 4)
	unproved.exec(t, `DELETE FROM carrier_session WHERE member_id = $1 AND valid_until IS NOT NULL`, unproved.id)
	lost, err = carrier.StartAfresh(unproved.id, unproved.own).Read(ctx, tx)
	require.NoError(t, err)
	require.True(t, lost, "its sessions prove nothing")
	require.Len(t, unproved.rows(t), 2)

	b := &pgx.Batch{}
	carrier.QueueClaim(b, unproved.id, unproved.second)
	carrier.QueueErase(b, unproved.id)
	require.NoError(t, postgres.Send(ctx, tx, b))
	require.Empty(t, unproved.rows(t))
	require.Equal(t, kept, [][]string{before.rows(t), subject.rows(t), after.rows(t)})
}
