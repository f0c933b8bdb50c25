package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// passWithPicture makes the script name a frontal frame in each step.
func passWithPicture(script *apptest.FaceScript, steps int) {
	for range steps {
		script.Answers(facecheck.Answer{Verdict: facecheck.Pass, Code: "ok", Frontal: 1})
	}
}

// pictures returns the face pictures of a member that can be read.
func (m market) pictures(t *testing.T, c *apptest.Client) (ids []uuid.UUID) {
	t.Helper()
	rows, err := m.Pool.Query(t.Context(), `SELECT id FROM file_object WHERE member_id = $1 AND kind = 'face' AND erased_at IS NULL`, c.MemberID)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		require.NoError(t, rows.Scan(&id))
		ids = append(ids, id)
	}
	return ids
}

func (m market) templates(t *testing.T, c *apptest.Client) (count int) {
	t.Helper()
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM face_enrolment WHERE member_id = $1 AND template_enc IS NOT NULL)
			+ (SELECT count(*) FROM face_check WHERE member_id = $1 AND progress_enc IS NOT NULL)`, c.MemberID).Scan(&count))
	return count
}

func TestWithdrawnConsentErasesFaceAtOnce(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	passWithPicture(script, 3)
	p.Enrol(t)
	kept := m.pictures(t, p.Client)
	require.Len(t, kept, 1, "one picture per check")
	require.True(t, m.stored(t, "face", kept[0]))
	p.Begin(t, p.Open(t, "enrol"))
	require.Equal(t, 2, m.templates(t, p.Client), "the enrolled template and that of the running check")

	p.Refresh(t, 204)
	var own contract.MemberCopyData
	p.OK(t, "memberData", body{}, &own)
	sections := map[string]int{}
	for _, s := range own.Sections {
		sections[s.Name] = len(s.Records)
	}
	require.Equal(t, 1, sections["faceEnrolments"])
	require.Equal(t, 2, sections["faceChecks"])
	raw, err := json.Marshal(own)
	require.NoError(t, err)
	require.NotContains(t, string(raw), `secret`, "the data copy contains no template")

	p.OK(t, "memberSetConsent", body{"kind": "biometrics", "version": "1.0", "granted": false}, nil)
	require.Zero(t, m.templates(t, p.Client))
	require.Empty(t, m.pictures(t, p.Client))
	require.Eventually(t, func() bool { return !m.stored(t, "face", kept[0]) }, 30*time.Second, 50*time.Millisecond, "the object store no longer holds the picture")
	st := faceStatus(t, p.Client)
	require.Equal(t, contract.FaceStatusDataEndedForConsentWithdrawn, st.EndedFor)
	require.Equal(t, sms, loginTypes(t, p.Client))
	p.Refused(t, reason.ConsentWithdrawn, "memberFaceQueryToken", p.Asking("enrol"))
}

// The provider is called outside transactions. If the consent is withdrawn during the call, nothing of its result is
// stored.
func TestConsentWithdrawnDuringFaceStepStoresNothing(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Agree(t)
	p.Register(t)
	passWithPicture(script, 3)
	opened := p.Open(t, "enrol")
	step := p.Begin(t, opened)
	m.AdvanceWall(time.Second)
	release := script.Hold()
	done := make(chan struct{})
	go func() {
		defer close(done)
		names := map[string]string{"faceToken": opened.FaceToken, "stepNonce": step.Step.StepNonce}
		_, _ = p.TryFrames(t.Context(), "memberFaceStep", names, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	}()
	require.Eventually(t, func() bool { return len(script.Asked()) > 0 }, 10*time.Second, 10*time.Millisecond)
	p.OK(t, "memberSetConsent", body{"kind": "biometrics", "version": "1.0", "granted": false}, nil)
	release()
	<-done
	require.Empty(t, m.pictures(t, p.Client))
	var hashes int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM face_frame WHERE member_id = $1`, p.MemberID).Scan(&hashes))
	require.Zero(t, hashes)
}

// Submitting the ID again ends the enrolment that was compared with the earlier portrait.
func TestResubmittedIDEndsFaceEnrolment(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	token, _ := p.Steps(t, "enrol")
	m.submitIdentity(t, p.Client, "001199"+p.Phone[len(p.Phone)-6:])
	st := faceStatus(t, p.Client)
	require.Equal(t, contract.FaceEnrolmentStateEnded, st.Enrolment)
	require.Equal(t, contract.FaceStatusDataEndedForIdentityChanged, st.EndedFor)
	require.Zero(t, m.templates(t, p.Client)-1, "only the finished check still has a template")
	p.OK(t, "memberBindFace", body{"faceToken": token}, nil)
	require.Equal(t, contract.FaceEnrolmentStateActive, faceStatus(t, p.Client).Enrolment, "the finished check is compared with the new ID")
}

func TestNewFaceModelRequiresNewEnrolment(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	script.Model("script 2")
	require.Equal(t, sms, loginTypes(t, p.Client))
	st := faceStatus(t, p.Client)
	require.Equal(t, contract.FaceStatusDataEndedForModelChanged, st.EndedFor)
	p.Refused(t, reason.FaceNotEnrolled, "memberFaceQueryToken", p.Asking("login"))
	p.Enrol(t)
	require.Equal(t, both, loginTypes(t, p.Client))
}

// replacedWorker judges by a script and reports its model as a deployed worker does.
type replacedWorker struct {
	*apptest.FaceScript
	local *facecheck.Local
}

func (w replacedWorker) Comparable(ctx context.Context, descriptor string) (bool, error) {
	return w.local.Comparable(ctx, descriptor)
}

// A process that has known a worker for long keeps the faces that its replacement enrols.
func TestEnrolmentByReplacedFaceWorkerIsKept(t *testing.T) {
	t.Parallel()
	var model atomic.Value
	model.Store("1")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"descriptor":{"id":"script","version":%q}}`, model.Load())
	}))
	t.Cleanup(server.Close)
	script := apptest.NewFaceScript()
	m := newMarket(t, apptest.Faces(replacedWorker{script, facecheck.NewLocal(server.URL, "")}))
	before := m.known(t)
	before.Enrol(t)
	require.Equal(t, both, loginTypes(t, before.Client))
	model.Store("2")
	script.Model("script 2")
	after := m.known(t)
	require.Equal(t, contract.FaceEnrolmentStateActive, after.Enrol(t).Enrolment)
	require.Equal(t, contract.FaceEnrolmentStateActive, faceStatus(t, after.Client).Enrolment)
	require.Equal(t, both, loginTypes(t, after.Client))
}

// A doubtful result goes to a person. Until then the face does not log in.
func TestUnclearFaceComparisonWaitsForReview(t *testing.T) {
	t.Parallel()
	for name, found := range map[string]struct {
		portrait facecheck.PortraitResult
		like     facecheck.Likeness
	}{
		"different": {facecheck.Found, facecheck.Different}, "doubtful": {facecheck.Found, facecheck.Doubtful},
		"none": {facecheck.NoPortrait, ""}, "too_small": {facecheck.TooSmall, ""}, "undecodable": {facecheck.Undecodable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, script := faceMarket(t)
			p := m.known(t)
			script.Finds(found.portrait)
			if found.like != "" {
				script.Likes(found.like)
			}
			passWithPicture(script, 3)
			require.Equal(t, contract.FaceEnrolmentStateReview, p.Enrol(t).Enrolment)
			require.Equal(t, sms, loginTypes(t, p.Client))
			p.Refused(t, reason.FaceUnderReview, "memberFaceQueryToken", p.Asking("enrol"))
			office := m.office(t)
			waiting, err := office.Faces.Reviews(t.Context(), paging.First(99))
			require.NoError(t, err)
			require.Len(t, waiting.Rows, 1)
			require.EqualValues(t, name, waiting.Rows[0].Comparison)
			pictures, err := office.Faces.Pictures(t.Context(), waiting.Rows[0].ID, "ops:anna")
			require.NoError(t, err)
			require.Len(t, pictures, 2)
			var looked int
			require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE actor = 'ops:anna' AND action = 'file.read'`).Scan(&looked))
			require.Equal(t, 2, looked, "each picture that is read is recorded in the audit log")
			if name == "doubtful" {
				require.NoError(t, m.Apps[0].Media.Remove(t.Context(), media.Identity, *waiting.Rows[0].IDFileID))
				_, err = office.Faces.Pictures(t.Context(), waiting.Rows[0].ID, "ops:anna")
				require.ErrorIs(t, err, media.ErrLost, "a lost ID picture is reported, so that nobody approves the face without it")
			}
			approve := name != "different"
			decision := face.Reject
			if approve {
				decision = face.Approve
			}
			require.NoError(t, office.Faces.Decide(t.Context(), waiting.Rows[0].ID, decision, "anna", "looked at both"))
			require.Equal(t, reason.StateChanged, reason.Of(office.Faces.Decide(t.Context(), waiting.Rows[0].ID, decision, "ben", "too")))
			if !approve {
				require.Len(t, noticesOf(t, p.Client, "face_rejected"), 1)
				require.Equal(t, contract.FaceStatusDataEndedForRejected, faceStatus(t, p.Client).EndedFor)
				return
			}
			require.Len(t, noticesOf(t, p.Client, "face_approved"), 1)
			require.Equal(t, both, loginTypes(t, p.Client))
		})
	}
}

// A picture is deleted after its retention time, unless a person still has to review it.
func TestPicturesOfFaceChecksAreDeletedAfterRetention(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, doubted := m.known(t), m.known(t)
	passWithPicture(script, 3)
	p.Enrol(t)
	script.Likes(facecheck.Doubtful)
	passWithPicture(script, 3)
	doubted.Enrol(t)
	require.Len(t, m.pictures(t, p.Client), 1)
	faces := m.office(t).Faces
	erased, err := faces.Sweep(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	m.Advance(t, 91*24*time.Hour)
	erased, err = faces.Sweep(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, erased, 1, "the hourly job may have erased the picture already")
	require.Empty(t, m.pictures(t, p.Client))
	require.Len(t, m.pictures(t, doubted.Client), 1)
	require.Equal(t, both, loginTypes(t, p.Client), "the enrolment is kept")
}

// One hour brings more pictures than one transaction erases, and more frames than one statement deletes.
func TestFaceSweepDeletesAllExpiredRowsInBatches(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t, apptest.Jobs("none")) // the hourly job would take some of the pages
	p := m.known(t)
	for _, sql := range []string{
		`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
			SELECT id, $1, 'face', id::text, 'image/jpeg', 1, '\x00', '2020-01-01' FROM (SELECT uuidv7() AS id FROM generate_series(1, 1200)) x`,
		`INSERT INTO face_frame (member_id, hash, seen_at) SELECT $1, sha256(n::text::bytea), '2020-01-01' FROM generate_series(1, 2500) n`,
		`INSERT INTO face_check (token_hash, scene, member_id, device_id, app_product_id, state, nonce, steps, opened_at, expires_at, ended_at)
			SELECT sha256(n::text::bytea), 'login', $1, d.id, '20005', 'passed', '', '{}', x.at, x.at, x.at
			FROM generate_series(1, 1500) n, device d, (SELECT timestamptz '2020-01-01' AS at) x WHERE d.member_id = $1`,
	} {
		_, err := m.Owner.Exec(t.Context(), sql, p.MemberID)
		require.NoError(t, err)
	}
	ctx, trips := postgres.CountTrips(t.Context())
	_, err := m.office(t).Faces.Sweep(ctx)
	require.NoError(t, err)
	for _, left := range []string{
		`SELECT count(*) FROM file_object WHERE kind = 'face' AND erased_at IS NULL AND created_at < '2021-01-01'`,
		`SELECT count(*) FROM face_frame WHERE seen_at < '2021-01-01'`, `SELECT count(*) FROM face_check WHERE opened_at < '2021-01-01'`,
	} {
		var n int
		require.NoError(t, m.Pool.QueryRow(t.Context(), left).Scan(&n))
		require.Zero(t, n, left)
	}
	deletions := 0
	for _, s := range trips.Statements() {
		if strings.Contains(s.SQL, "DELETE FROM face_") {
			deletions++
		}
	}
	require.GreaterOrEqual(t, deletions, 5, "checks and frames are deleted in several batches")
}

// The face is deleted together with the account, and what remains does not mention it.
func TestAccountDeletionErasesFace(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	passWithPicture(script, 3)
	p.Enrol(t)
	kept := m.pictures(t, p.Client)
	require.Len(t, kept, 1)
	requestDeletion(t, p.Client)
	p.Refused(t, reason.AccountDeleting, "memberFaceQueryToken", p.Asking("card"))
	require.Equal(t, sms, loginTypes(t, p.Client), "a member with a pending deletion can only log in by SMS code")
	m.Advance(t, wait)
	_, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, m.templates(t, p.Client))
	require.Empty(t, m.pictures(t, p.Client))
	require.Eventually(t, func() bool { return !m.stored(t, "face", kept[0]) }, 30*time.Second, 50*time.Millisecond)
	var keys int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM device WHERE member_id = $1 AND face_key IS NOT NULL`, p.MemberID).Scan(&keys))
	require.Zero(t, keys)
}
