package face_test

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 3, 10, 5, 0, 0, 0, time.UTC)

func service(t testing.TB, current string, keys map[string]byte) *face.Faces {
	t.Helper()
	masters := map[string][]byte{}
	for id, b := range keys {
		masters[id] = bytes.Repeat([]byte{b}, secret.KeySize)
	}
	keyring, err := secret.NewKeyring(current, masters)
	require.NoError(t, err)
	return face.New(keyring)
}

func faces(t testing.TB) *face.Faces { return service(t, "k1", map[string]byte{"k1": 1}) }

// someone inserts a member with a device, a session and a picture of the front of an ID.
func someone(t testing.TB, db postgres.DB) (o face.Opening, front uuid.UUID) {
	t.Helper()
	ctx := context.Background()
	member, device, session, front := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	for _, one := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, []any{member, member[:], now}},
		{`INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, $4, $4, $4)`, []any{device, member, device[:], now}},
		{`INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES ($1, $2, $3, $4, '20005', $5, $5)`, []any{session, session[:], member, device, now}},
		{`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'identity', $3, 'image/jpeg', 1, '\x00', $4)`, []any{front, member, front.String(), now}},
	} {
		_, err := db.Exec(ctx, one.sql, one.args...)
		require.NoError(t, err)
	}
	return face.Opening{Scene: face.Enrol, MemberID: member, DeviceID: device, SessionID: &session, AppProductID: "20005"}, front
}

var template = facecheck.Template{Descriptor: "net 1", Data: []byte(`{"id":"net","version":"1","values":[1,2,3]}`)}

func enrolling(o face.Opening, front uuid.UUID, c face.Comparison) face.Enrolling {
	return face.Enrolling{MemberID: o.MemberID, Comparison: c, Template: template, IDFileID: front, Now: now}
}

// send queues statements and runs them.
func send(t testing.TB, db postgres.DB, queue func(*pgx.Batch)) {
	t.Helper()
	b := &pgx.Batch{}
	queue(b)
	require.NoError(t, postgres.Send(context.Background(), db, b))
}

func enrol(t testing.TB, db postgres.DB, e face.Enrolling) (state face.EnrolmentState) {
	t.Helper()
	send(t, db, func(b *pgx.Batch) {
		var err error
		state, err = faces(t).QueueEnrol(b, e)
		require.NoError(t, err)
	})
	return state
}

func open(t testing.TB, db postgres.DB, o face.Opening) (token string) {
	t.Helper()
	send(t, db, func(b *pgx.Batch) { _, token = face.QueueOpen(b, o, face.DefaultPace(), now) })
	return token
}

func TestTemplateIsSealedAndErasedWithItsEnrolment(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	o, front := someone(t, tx)
	require.Equal(t, face.Active, enrol(t, tx, enrolling(o, front, face.ComparedAlike)))
	var row string
	require.NoError(t, tx.QueryRow(ctx, `SELECT face_enrolment::text || encode(template_enc, 'escape') FROM face_enrolment`).Scan(&row))
	require.NotContains(t, row, "values")
	e, err := face.Latest(o.MemberID).Read(ctx, tx)
	require.NoError(t, err)
	got, err := faces(t).Template(e)
	require.NoError(t, err)
	require.Equal(t, template, got)

	both := service(t, "k2", map[string]byte{"k1": 1, "k2": 2})
	for _, want := range []int{1, 0} {
		n, err := both.Rewrap(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	e, err = face.Latest(o.MemberID).Read(ctx, tx)
	require.NoError(t, err)
	got, err = service(t, "k2", map[string]byte{"k2": 2}).Template(e)
	require.NoError(t, err)
	require.Equal(t, template, got, "the old key is no longer needed")

	b := &pgx.Batch{}
	face.QueueWithdraw(b, o.MemberID, now, now)
	require.NoError(t, tx.SendBatch(ctx, b).Close())
	e, err = face.Latest(o.MemberID).Read(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, face.Ended, e.State)
	require.Equal(t, face.EndConsent, e.EndedFor)
	_, err = both.Template(e)
	require.Error(t, err, "the template is erased")
}

func TestUnclearEnrolmentIsReviewedOnce(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	for comparison, first := range map[face.Comparison]face.EnrolmentState{
		face.ComparedAlike: face.Active, face.ComparedDoubtful: face.UnderReview, face.ComparedDifferent: face.UnderReview,
		face.NoPortraitFound: face.UnderReview, face.PortraitTooSmall: face.UnderReview, face.PortraitBroken: face.UnderReview,
	} {
		o, front := someone(t, tx)
		require.Equal(t, first, enrol(t, tx, enrolling(o, front, comparison)), string(comparison))
	}
	waiting, err := face.Reviews(paging.First(99)).Read(ctx, tx)
	require.NoError(t, err)
	require.Len(t, waiting.Rows, 5)
	for i, e := range waiting.Rows {
		decision := face.Reject
		if i%2 == 0 {
			decision = face.Approve
		}
		_, err := face.Decide(ctx, tx, e.ID, decision, "anna", "seen", now)
		require.NoError(t, err)
		decided, err := face.Get(e.ID).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, i%2 == 0, decided.Active())
		_, err = faces(t).Template(decided)
		require.Equal(t, i%2 == 0, err == nil, "only an approved enrolment keeps its template")
		_, err = face.Decide(ctx, tx, e.ID, face.Approve, "ben", "seen", now)
		require.Equal(t, reason.StateChanged, reason.Of(err), "a second decision is refused")
		_, err = face.Decide(ctx, tx, e.ID, face.Reject, "ben", "seen", now)
		require.Equal(t, reason.StateChanged, reason.Of(err), "a contrary second decision is refused too")
		_, err = face.Decide(ctx, tx, e.ID, face.End, "ben", "a false ID", now)
		require.Equal(t, i%2 == 0, err == nil, "only an approved enrolment can be ended later")
		after, err := face.Get(e.ID).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, face.EndRejected, after.EndedFor)
		require.False(t, after.Active())
		_, err = faces(t).Template(after)
		require.Error(t, err, "an ended enrolment keeps no template")
	}
}

func TestFiftyFailuresEndAnEnrolment(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	o, front := someone(t, pool)
	enrol(t, pool, enrolling(o, front, face.ComparedAlike))
	fail := func() bool {
		ended, err := face.CountFailure(o.MemberID, 50, now).Read(t.Context(), pool)
		require.NoError(t, err)
		return ended
	}
	require.False(t, fail())
	e, err := face.Latest(o.MemberID).Read(t.Context(), pool)
	require.NoError(t, err)
	send(t, pool, func(b *pgx.Batch) { face.QueueCountSuccess(b, e.ID) })
	// Concurrent failures are all counted.
	var all sync.WaitGroup
	var ended atomic.Int32
	for range 50 {
		all.Go(func() {
			if fail() {
				ended.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, ended.Load())
	e, err = face.Latest(o.MemberID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, face.EndTooManyFailures, e.EndedFor)
}

func TestDeviceHasOneOpenCheckAndTokensAreStoredHashed(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	o, _ := someone(t, tx)
	first, second := open(t, tx, o), open(t, tx, o)
	given, err := faces(t).Find(ctx, tx, first)
	require.NoError(t, err)
	require.Equal(t, face.Abandoned, given.Result, "the previous check is abandoned")
	c, err := faces(t).Lock(second).Read(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, face.Opened, c.State)
	require.NoError(t, c.Begin([]byte(`{"state":"baseline"}`), true, face.DefaultPace(), now))
	send(t, tx, func(b *pgx.Batch) { faces(t).QueueSave(b, c) })
	again, err := faces(t).Find(ctx, tx, second)
	require.NoError(t, err)
	require.Equal(t, c.Progress(), again.Progress())
	require.Equal(t, c.StepNonce, again.StepNonce)
	require.True(t, again.Pictures)
	require.Equal(t, now.Add(face.DefaultPace().ByPictures().Check), again.ExpiresAt.In(now.Location()), "a check by pictures also gets more time in total")
	var row string
	require.NoError(t, tx.QueryRow(ctx, `SELECT string_agg(face_check::text || coalesce(encode(progress_enc, 'escape'), ''), ' ') FROM face_check`).Scan(&row))
	require.NotContains(t, row, "baseline")
	require.NotContains(t, row, second)
	_, err = faces(t).Find(ctx, tx, "unknown")
	require.Equal(t, reason.FaceTokenExpired, reason.Of(err))

	deleted, err := face.Purge(ctx, tx, now.Add(-time.Hour), now.Add(time.Hour))
	require.NoError(t, err)
	require.Zero(t, deleted)
	stale, err := faces(t).Find(ctx, tx, second)
	require.NoError(t, err)
	require.Equal(t, face.OutOfTime, stale.Result, "an expired check keeps no sealed progress")
	require.Nil(t, stale.Progress())
	deleted, err = face.Purge(ctx, tx, now.Add(time.Hour), now.Add(time.Hour))
	require.NoError(t, err)
	require.EqualValues(t, 2, deleted)
}

func TestRecordFramesReportsFramesSeenBefore(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	o, _ := someone(t, tx)
	other, _ := someone(t, tx)
	for _, one := range []struct {
		member uuid.UUID
		hashes [][]byte
		seen   bool
	}{
		{o.MemberID, [][]byte{{1}, {2}}, false},
		{o.MemberID, [][]byte{{3}, {2}}, true},
		{o.MemberID, [][]byte{{4}, {5}, {4}}, false},
		{other.MemberID, [][]byte{{1}}, false},
		{o.MemberID, nil, false},
	} {
		seen, err := face.RecordFrames(ctx, tx, one.member, one.hashes, now)
		require.NoError(t, err)
		require.Equal(t, one.seen, seen)
	}
}

func TestErasureDeletesAllFaceData(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	o, front := someone(t, tx)
	open(t, tx, o)
	enrol(t, tx, enrolling(o, front, face.ComparedDoubtful))
	_, err := face.RecordFrames(ctx, tx, o.MemberID, [][]byte{{1}}, now)
	require.NoError(t, err)
	b := &pgx.Batch{}
	face.QueueErase(b, o.MemberID, now)
	require.NoError(t, tx.SendBatch(ctx, b).Close())
	require.NoError(t, face.EraseMany(ctx, tx, o.MemberID))
	var left int
	require.NoError(t, tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM face_check) + (SELECT count(*) FROM face_frame)
		+ (SELECT count(*) FROM face_enrolment WHERE template_enc IS NOT NULL OR file_id IS NOT NULL OR id_file_id IS NOT NULL)`).Scan(&left))
	require.Zero(t, left)
}
