package face_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// household is a member with an enrolment in a state, an ended one, a check in progress on each of two devices, and frames.
type household struct {
	face.Opening
	front, enrolment uuid.UUID
	second           face.Opening
	token            string
}

func newHousehold(t testing.TB, db pgx.Tx, state face.EnrolmentState) household {
	t.Helper()
	o, front := someone(t, db)
	h := household{Opening: o, front: front, second: onNewDevice(t, db, o)}
	enrol(t, db, enrolling(o, front, face.ComparedAlike))
	comparison := face.ComparedAlike
	if state == face.UnderReview {
		comparison = face.ComparedDoubtful
	}
	e := enrolling(o, front, comparison)
	e.FileID, e.Now = &front, now.Add(time.Minute)
	enrol(t, db, e)
	latest, err := face.Latest(o.MemberID).Read(t.Context(), db)
	require.NoError(t, err)
	h.enrolment = latest.ID
	for range 2 {
		_, err = face.CountFailure(o.MemberID, 50, now).Read(t.Context(), db)
		require.NoError(t, err)
	}
	if state == face.Ended {
		send(t, db, func(b *pgx.Batch) { face.QueueEnd(b, o.MemberID, face.EndModelChanged, now.Add(2*time.Minute)) })
	}
	h.check(t, db, o, "failed", face.NotPassed, now.Add(-time.Hour))
	h.token = open(t, db, o)
	open(t, db, h.second)
	_, err = face.RecordFrames(t.Context(), db, o.MemberID, [][]byte{{1}, {2}}, now)
	require.NoError(t, err)
	return h
}

func onNewDevice(t testing.TB, db postgres.DB, o face.Opening) face.Opening {
	t.Helper()
	o.DeviceID = uuid.New()
	session := uuid.New()
	o.SessionID = &session
	send(t, db, func(b *pgx.Batch) {
		b.Queue(`INSERT INTO device (id, member_id, hash, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $3)`, o.DeviceID, o.MemberID, now)
		b.Queue(`INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES ($1, uuid_send($1), $2, $3, '20005', $4, $4)`,
			session, o.MemberID, o.DeviceID, now)
	})
	return o
}

// check inserts a check that has ended.
func (h household) check(t testing.TB, db postgres.DB, o face.Opening, state face.State, result face.Result, at time.Time) {
	t.Helper()
	send(t, db, func(b *pgx.Batch) {
		b.Queue(`INSERT INTO face_check (token_hash, scene, member_id, device_id, session_id, app_product_id, state, result, nonce, steps, opened_at, expires_at, ended_at)
			VALUES (uuid_send(gen_random_uuid()), 'enrol', $1, $2, $3, '20005', $4, $5, '', '{}', $6, $6, $6)`, o.MemberID, o.DeviceID, o.SessionID, state, result, at)
	})
}

func (h household) rows(t testing.TB, db postgres.DB) []string {
	t.Helper()
	all, err := postgres.Column[string]("rows", `
		SELECT x::text FROM face_enrolment x WHERE member_id = $1
		UNION ALL SELECT x::text FROM face_check x WHERE member_id = $1
		UNION ALL SELECT x::text FROM face_frame x WHERE member_id = $1 ORDER BY 1`, h.MemberID).Read(t.Context(), db)
	require.NoError(t, err)
	return all
}

// state returns the enrolments with their failures and why they ended, the number of pictures kept, the checks of the device and of
// the second one, and the number of frames.
func (h household) state(t testing.TB, db postgres.DB) (state string) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), `
		SELECT concat_ws(' | ',
			(SELECT string_agg(concat_ws(' ', state, failures, nullif(ended_for, '')), ', ' ORDER BY created_at) FROM face_enrolment WHERE member_id = $1),
			(SELECT count(file_id) + count(id_file_id) FROM face_enrolment WHERE member_id = $1),
			(SELECT string_agg(coalesce(nullif(result, ''), state), ', ' ORDER BY opened_at) FROM face_check WHERE device_id = $2),
			(SELECT string_agg(coalesce(nullif(result, ''), state), ', ' ORDER BY opened_at) FROM face_check WHERE device_id = $3),
			(SELECT count(*) FROM face_frame WHERE member_id = $1))`, h.MemberID, h.DeviceID, h.second.DeviceID).Scan(&state))
	return state
}

// What happens to a member's face changes no other member's, nor what has ended.
func TestFaceOfAMemberChangesNoOther(t *testing.T) {
	t.Parallel()
	later := now.Add(5 * time.Minute)
	const ended, checks = "ended 0 replaced, ", " | 3 | not_passed, opened | opened | 2"
	for name, c := range map[string]struct {
		from  face.EnrolmentState
		do    func(t *testing.T, tx pgx.Tx, b *pgx.Batch, h household)
		after string
	}{
		"nothing": {face.Active, func(*testing.T, pgx.Tx, *pgx.Batch, household) {}, ended + "active 2" + checks},
		"a check fails": {face.Active, func(t *testing.T, tx pgx.Tx, _ *pgx.Batch, h household) {
			out, err := face.CountFailure(h.MemberID, 4, later).Read(t.Context(), tx)
			require.NoError(t, err)
			require.False(t, out)
		}, ended + "active 3" + checks},
		"the last allowed check fails": {face.UnderReview, func(t *testing.T, tx pgx.Tx, _ *pgx.Batch, h household) {
			out, err := face.CountFailure(h.MemberID, 3, later).Read(t.Context(), tx)
			require.NoError(t, err)
			require.True(t, out)
		}, ended + "ended 3 too_many_failures" + checks},
		"a check fails after the end": {face.Ended, func(t *testing.T, tx pgx.Tx, _ *pgx.Batch, h household) {
			out, err := face.CountFailure(h.MemberID, 3, later).Read(t.Context(), tx)
			require.NoError(t, err)
			require.False(t, out)
		}, ended + "ended 2 model_changed" + checks},
		"a check passes": {face.Active, func(_ *testing.T, _ pgx.Tx, b *pgx.Batch, h household) { face.QueueCountSuccess(b, h.enrolment) }, ended + "active 0" + checks},
		"approved": {face.UnderReview, func(t *testing.T, tx pgx.Tx, _ *pgx.Batch, h household) {
			member, err := face.Decide(t.Context(), tx, h.enrolment, face.Approve, "anna", "seen", later)
			require.NoError(t, err)
			require.Equal(t, h.MemberID, member)
		}, ended + "active 2" + checks},
		"rejected": {face.UnderReview, func(t *testing.T, tx pgx.Tx, _ *pgx.Batch, h household) {
			_, err := face.Decide(t.Context(), tx, h.enrolment, face.Reject, "anna", "seen", later)
			require.NoError(t, err)
		}, ended + "ended 2 rejected" + checks},
		"ended": {face.Active, func(_ *testing.T, _ pgx.Tx, b *pgx.Batch, h household) {
			face.QueueEnd(b, h.MemberID, face.EndIdentityChanged, later)
		}, ended + "ended 2 identity_changed" + checks},
		"ended before": {face.Ended, func(_ *testing.T, _ pgx.Tx, b *pgx.Batch, h household) {
			face.QueueEnd(b, h.MemberID, face.EndIdentityChanged, later)
		}, ended + "ended 2 model_changed" + checks},
		"a device gives up": {face.Active, func(_ *testing.T, _ pgx.Tx, b *pgx.Batch, h household) {
			face.QueueGiveUp(b, h.MemberID, h.DeviceID, later)
		}, ended + "active 2 | 3 | not_passed, given_up | opened | 2"},
		"the consent is withdrawn": {face.Active, func(_ *testing.T, _ pgx.Tx, b *pgx.Batch, h household) {
			face.QueueWithdraw(b, h.MemberID, later, later)
		},
			ended + "ended 2 consent_withdrawn | 3 | not_passed, given_up | given_up | 0"},
		"the account is deleted": {face.UnderReview, func(t *testing.T, tx pgx.Tx, b *pgx.Batch, h household) {
			face.QueueErase(b, h.MemberID, later)
			require.NoError(t, face.EraseMany(t.Context(), tx, h.MemberID))
		}, ended + "ended 2 consent_withdrawn | 0 | 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tx := postgrestest.Tx(t)
			first, subject := newHousehold(t, tx, face.Active), newHousehold(t, tx, c.from)
			others := []household{first, newHousehold(t, tx, face.UnderReview), newHousehold(t, tx, face.Ended)}
			var before [][]string
			for _, h := range others {
				before = append(before, h.rows(t, tx))
			}
			send(t, tx, func(b *pgx.Batch) { c.do(t, tx, b, subject) })
			require.Equal(t, c.after, subject.state(t, tx))
			for i, h := range others {
				require.Equal(t, before[i], h.rows(t, tx))
			}
		})
	}
}

// Whatever is read about a member's face is theirs and, where one of several counts, the newest.
func TestOnlyAMembersOwnFaceIsRead(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	all := map[face.EnrolmentState]household{}
	for _, state := range []face.EnrolmentState{face.Ended, face.Active, face.UnderReview} {
		all[state] = newHousehold(t, tx, state)
	}
	for state, h := range all {
		latest, err := face.Latest(h.MemberID).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, h.enrolment, latest.ID)
		require.Equal(t, state, latest.State)
		c, err := faces(t).Find(ctx, tx, h.token)
		require.NoError(t, err)
		require.Equal(t, [2]uuid.UUID{h.MemberID, h.DeviceID}, [2]uuid.UUID{c.MemberID, c.DeviceID})
		var exported []*dataexport.Section
		send(t, tx, func(b *pgx.Batch) { exported = face.QueueExport(b, h.MemberID) })
		require.Equal(t, []any{"ended", string(state)}, states(exported[0]), "oldest first")
		require.Equal(t, []any{"failed", "opened", "opened"}, states(exported[1]))
	}
	waiting, err := face.WaitingLines().Read(ctx, tx)
	require.NoError(t, err)
	require.EqualValues(t, 1, waiting[0].Count)
	kept, err := face.PicturesInReview(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{all[face.UnderReview].front}, kept)
	without, front := someone(t, tx)
	enrol(t, tx, enrolling(without, front, face.ComparedDoubtful))
	kept, err = face.PicturesInReview(ctx, tx)
	require.NoError(t, err)
	require.Len(t, kept, 1, "an enrolment without a picture keeps none")

	// One that has not ended counts even if another one is newer; of two from the same instant the later one.
	move := func(h household, e uuid.UUID, to time.Time) {
		_, err := tx.Exec(ctx, `UPDATE face_enrolment SET created_at = $3 WHERE member_id = $1 AND id = $2`, h.MemberID, e, to)
		require.NoError(t, err)
	}
	for state, h := range all {
		move(h, h.enrolment, now)
		latest, err := face.Latest(h.MemberID).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, h.enrolment, latest.ID, "%s", state)
		move(h, h.enrolment, now.Add(-time.Minute))
		latest, err = face.Latest(h.MemberID).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, state != face.Ended, latest.ID == h.enrolment, "%s", state)
	}
}

func states(s *dataexport.Section) (all []any) {
	for _, record := range s.Records {
		all = append(all, record["state"])
	}
	return all
}

// The reviews are read once each, also those from the same instant.
func TestReviewsAreReadPageByPage(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	var want, found []uuid.UUID
	for range 3 {
		newHousehold(t, tx, face.Active)
		want = append(want, newHousehold(t, tx, face.UnderReview).enrolment)
	}
	for cursor := ""; cursor != "" || found == nil; {
		a, err := paging.Read(cursor, 1)
		require.NoError(t, err)
		page, err := face.Reviews(a).Read(t.Context(), tx)
		require.NoError(t, err)
		require.Len(t, page.Rows, 1)
		found, cursor = append(found, page.Rows[0].ID), page.Next
	}
	require.Equal(t, want, found)
}

// The limits count a device's own outcomes in the order in which they ended, and the account's failures of the day.
func TestAllowanceCountsTheOutcomesOfDeviceAndAccount(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	l := face.Limits{WaitAfter: 2, Wait: time.Minute, PauseAfter: 9, PauseWithin: time.Minute, Pause: time.Hour, PerDay: 20}
	h, other := household{}, household{}
	h.Opening, _ = someone(t, tx)
	h.second = onNewDevice(t, tx, h.Opening)
	other.Opening, _ = someone(t, tx)
	today := now.Add(-5 * time.Hour)
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes) * time.Minute) }
	for _, one := range []struct {
		on     face.Opening
		state  face.State
		result face.Result
		at     time.Time
	}{
		{h.Opening, "failed", face.NotPassed, today.Add(-time.Microsecond)},
		{h.Opening, "failed", face.NotPassed, today},
		{h.Opening, "passed", "", at(-9)},
		{h.Opening, "failed", face.StepUp, at(-8)},
		{h.Opening, "failed", face.Abandoned, at(-4)},
		{h.Opening, "failed", face.OutOfTime, at(-3)},
		{h.second, "passed", "", at(-2)},
		{h.second, "failed", face.NotPassed, at(-1)},
		{h.second, "failed", face.NotPassed, at(-1)},
		{other.Opening, "passed", "", at(-1)},
		{other.Opening, "failed", face.NotPassed, at(-1)},
	} {
		h.check(t, tx, one.on, one.state, one.result, one.at)
	}
	open(t, tx, h.Opening)
	allowance := func(o face.Opening) face.Allowance {
		a, err := l.AllowanceOf(o.MemberID, o.DeviceID, today, now.Add(19*time.Hour), now).Read(ctx, tx)
		require.NoError(t, err)
		a.Until = a.Until.UTC()
		return a
	}
	require.Equal(t, face.Allowance{Left: 16}, allowance(h.Opening), "one failure since the success on this device, four today on both")
	require.Equal(t, face.Allowance{Left: 16, Until: now}, allowance(h.second))
	require.Equal(t, face.Allowance{Left: 19}, allowance(other.Opening))
	h.check(t, tx, h.Opening, "failed", face.NotPassed, at(0))
	require.Equal(t, face.Allowance{Left: 15, Until: at(1)}, allowance(h.Opening))
	h.check(t, tx, h.Opening, "passed", "", at(0))
	require.Equal(t, face.Allowance{Left: 15}, allowance(h.Opening))
	for range 2 {
		h.check(t, tx, h.Opening, "failed", face.NotPassed, at(0))
	}
	require.Equal(t, face.Allowance{Left: 13, Until: at(1)}, allowance(h.Opening), "of checks that ended at the same instant, the one opened last counts as the last")
}

func TestRecentCheckIsTheSessionsNewestFailure(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	h := household{}
	h.Opening, _ = someone(t, tx)
	h.second = onNewDevice(t, tx, h.Opening)
	recent := func(since time.Time) face.Result {
		result, err := face.RecentCheck(*h.SessionID, since).Read(t.Context(), tx)
		require.NoError(t, err)
		return result
	}
	h.check(t, tx, h.second, "failed", face.InReview, now)
	require.Equal(t, face.NoResult, recent(now.Add(-time.Hour)))
	h.check(t, tx, h.Opening, "failed", face.OutOfTime, now.Add(-2*time.Minute))
	h.check(t, tx, h.Opening, "failed", face.NotPassed, now.Add(-time.Minute))
	h.check(t, tx, h.Opening, "failed", face.StepUp, now.Add(-3*time.Minute))
	h.check(t, tx, h.Opening, "failed", face.Abandoned, now)
	h.check(t, tx, h.Opening, "passed", face.InReview, now)
	require.Equal(t, face.NotPassed, recent(now.Add(-time.Hour)))
	require.Equal(t, face.NotPassed, recent(now.Add(-time.Minute)))
	require.Equal(t, face.NoResult, recent(now.Add(-time.Minute+time.Microsecond)))
}

// A check in progress is never deleted, and frames only when they are old.
func TestPurgeKeepsWhatIsInUse(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	h := newHousehold(t, tx, face.Active)
	_, err := face.RecordFrames(ctx, tx, h.MemberID, [][]byte{{3}}, now.Add(time.Hour))
	require.NoError(t, err)
	purge := func(before, at time.Time) int64 {
		n, err := face.Purge(ctx, tx, before, at)
		require.NoError(t, err)
		return n
	}
	require.Zero(t, purge(now.Add(-time.Hour), now))
	require.EqualValues(t, 1, purge(now, now), "the ended check")
	require.Equal(t, "ended 0 replaced, active 2 | 3 | opened | opened | 3", h.state(t, tx))
	require.EqualValues(t, 2, purge(now.Add(time.Hour), now.Add(3*time.Minute)), "the old frames")
	require.Equal(t, "ended 0 replaced, active 2 | 3 | opened | opened | 1", h.state(t, tx))
	require.Zero(t, purge(now.Add(-time.Hour), now.Add(3*time.Minute+30*time.Second)), "a check may still be judged for a while after its time")
	require.Equal(t, "ended 0 replaced, active 2 | 3 | opened | opened | 1", h.state(t, tx))
	h.check(t, tx, h.Opening, "passed", "", now.Add(-time.Hour))
	require.Zero(t, purge(now.Add(-2*time.Hour), now.Add(time.Hour)))
	require.Equal(t, "ended 0 replaced, active 2 | 3 | passed, 003 | 003 | 1", h.state(t, tx), "a check that has ended keeps its result")
}

// A template that is stored while the others are encrypted again is kept.
func TestRewrapKeepsANewerTemplate(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	o, front := someone(t, pool)
	for range 2 { // the first one has ended and has no template
		enrol(t, pool, enrolling(o, front, face.ComparedAlike))
	}
	both := service(t, "k2", map[string]byte{"k1": 1, "k2": 2})
	newer := bytes.Repeat([]byte{7}, secret.KeySize)
	tx := postgrestest.Begin(t, pool)
	_, err := tx.Exec(t.Context(), `UPDATE face_enrolment SET template_enc = $1 WHERE state = 'active'`, newer)
	require.NoError(t, err)
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		_, err := both.Rewrap(t.Context(), pool)
		return err
	}))
	var stored []byte
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT template_enc FROM face_enrolment WHERE state = 'active'`).Scan(&stored))
	require.Equal(t, newer, stored)
}
