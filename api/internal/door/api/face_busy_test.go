package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// fillTable makes the database refuse new rows of a table for lack of room, until free is called.
func fillTable(t *testing.T, m market, table string) (free func()) {
	t.Helper()
	_, err := m.Owner.Exec(t.Context(), `
		CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT ON `+table+` FOR EACH ROW EXECUTE FUNCTION full_disk()`)
	require.NoError(t, err)
	return func() {
		_, err := m.Owner.Exec(t.Context(), `DROP TRIGGER full_disk ON `+table)
		require.NoError(t, err)
	}
}

// If the database has no room for the new face, the answer is busy and the check does not end: the same check can be
// used again at once.
func TestFaceEnrolmentReportsBusyWhenDatabaseIsFull(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Agree(t)
	p.Register(t)
	token, _ := p.Steps(t, "enrol")
	free := fillTable(t, m, "face_enrolment")
	p.Refused(t, reason.SystemBusy, "memberBindFace", body{"faceToken": token})
	require.Equal(t, "none", string(faceStatus(t, p.Client).Enrolment))
	free()
	p.OK(t, "memberBindFace", body{"faceToken": token}, nil)
	require.Equal(t, "active", string(faceStatus(t, p.Client).Enrolment))
}

// The same holds for a step whose result cannot be stored.
func TestFaceStepCanBeRepeatedWhenDatabaseWasFull(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p, opened, first := m.running(t)
	m.AdvanceWall(time.Second)
	frames := [][]byte{apptest.Frame(t), apptest.Frame(t), apptest.Frame(t)}
	free := fillTable(t, m, "face_frame")
	busy := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, first.Step.StepNonce), frames...)
	require.Equal(t, reason.SystemBusy, busy.Failure.Reason, "%s", busy.Body)
	free()
	require.Equal(t, 2, p.Answer(t, opened.FaceToken, first, frames...).Step.Number)
}

// The provider has judged the step and only its picture cannot be stored now: the borrower need not begin again.
func TestFaceStepCanBeRepeatedWhenItsPictureWasNotStored(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, opened, first := m.running(t)
	m.AdvanceWall(time.Second)
	passWithPicture(script, 2)
	frames := [][]byte{apptest.Frame(t), apptest.Frame(t), apptest.Frame(t)}
	free := fillTable(t, m, "file_object")
	busy := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, first.Step.StepNonce), frames...)
	require.Equal(t, reason.FaceUnavailable, busy.Failure.Reason, "%s", busy.Body)
	require.LessOrEqual(t, busy.Failure.RetryAfter, int64(5), "the phone repeats it by itself")
	free()
	require.Equal(t, 2, p.Answer(t, opened.FaceToken, first, frames...).Step.Number)
}

// All steps are done and only the ID cannot be read now.
func TestFaceVerdictCanBeRepeatedWhenIDWasNotRead(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Agree(t)
	p.Register(t)
	token, _ := p.Steps(t, "enrol")
	free := fillTable(t, m, "audit_log")
	p.Refused(t, reason.FaceUnavailable, "memberBindFace", body{"faceToken": token})
	free()
	p.OK(t, "memberBindFace", body{"faceToken": token}, nil)
	require.Equal(t, "active", string(faceStatus(t, p.Client).Enrolment))
}

// A check is claimed for the request that judges it. If the answer to the claim was lost, it must not keep the borrower waiting until
// the step's time is over.
func TestFaceCallsCanBeRepeatedWhenTheirClaimIsInDoubt(t *testing.T) {
	t.Parallel()
	var doubt *postgrestest.Doubt
	m, _ := faceMarket(t, apptest.Jobs("none"), apptest.Rewire(func(variables map[string]string) {
		doubt, variables["DATABASE_URL"] = postgrestest.OpenDoubt(t, variables["DATABASE_URL"])
	}))
	p, opened, at := m.running(t)
	m.AdvanceWall(time.Second)
	frames := [][]byte{apptest.Frame(t), apptest.Frame(t), apptest.Frame(t)}
	doubt.Lose("COMMIT")
	busy := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), frames...)
	require.Equal(t, reason.SystemBusy, busy.Failure.Reason, "%s", busy.Body)
	at = p.Answer(t, opened.FaceToken, at, frames...)
	for at.State == contract.FaceProgressStateStep {
		at = p.Answer(t, opened.FaceToken, at, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	}
	doubt.Lose("COMMIT")
	p.Refused(t, reason.SystemBusy, "memberFaceCheckLiveness", body{"faceToken": opened.FaceToken})
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": opened.FaceToken}, nil)
}
