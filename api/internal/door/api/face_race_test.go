package api_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Whatever changes a borrower's face waits for a check that is being concluded: otherwise a key, a check or the withdrawal of the
// consent could be written beside an enrolment that does not know of it. The verdict itself also waits for a change of the
// borrower's devices.
func TestFaceCallsWaitForEachOther(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	const checks, devices = `SELECT pg_advisory_xact_lock(hashtextextended('face:' || $1::text, 0))`, `SELECT FROM member WHERE id = $1::uuid FOR NO KEY UPDATE`
	for name, of := range map[string]struct {
		lock string
		call func(t *testing.T, p *apptest.FacePhone) func() apptest.Answer
	}{
		"withdrawal of the consent": {checks, func(t *testing.T, p *apptest.FacePhone) func() apptest.Answer {
			p.Enrol(t)
			return func() apptest.Answer { return p.Call(t, "memberSetConsent", consentBody("biometrics", false)) }
		}},
		"key of the device": {checks, func(t *testing.T, p *apptest.FacePhone) func() apptest.Answer {
			p.Agree(t)
			return func() apptest.Answer { return p.Call(t, "memberDeviceKey", body{"publicKey": p.PublicKey(t)}) }
		}},
		"start of a check": {checks, func(t *testing.T, p *apptest.FacePhone) func() apptest.Answer {
			p.Agree(t)
			p.Register(t)
			return func() apptest.Answer { return p.Call(t, "memberFaceQueryToken", p.Asking("enrol")) }
		}},
		"verdict": {devices, func(t *testing.T, p *apptest.FacePhone) func() apptest.Answer {
			p.Agree(t)
			p.Register(t)
			token, _ := p.Steps(t, "enrol")
			return func() apptest.Answer { return p.Call(t, "memberBindFace", body{"faceToken": token}) }
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := m.known(t)
			call := of.call(t, p)
			tx, err := m.Pool.Begin(t.Context())
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), of.lock, p.MemberID.String())
			require.NoError(t, err)
			answer := postgrestest.Waits(t, tx, call)
			require.True(t, answer.Success, "%d %s", answer.Status, answer.Body)
		})
	}
}

// A session that an operator ends, for example of a stolen phone, leaves no key for face checks: the phone stays trusted, and could log
// in with it again. It also leaves no enrolled face, and does not erase the one that is enrolled.
func TestSessionEndedByOperatorDuringCallChangesNoFace(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	for name, of := range map[string]struct {
		ready   func(t *testing.T, p *apptest.FacePhone) (operation string, asked body)
		refused reason.Reason
		// left counts what the call would have changed.
		left string
	}{
		"key of the device": {func(t *testing.T, p *apptest.FacePhone) (string, body) {
			return "memberDeviceKey", body{"publicKey": p.PublicKey(t)}
		}, reason.SessionEnded, `SELECT count(*) FROM device WHERE member_id = $1 AND face_key IS NOT NULL`},
		"enrolment": {func(t *testing.T, p *apptest.FacePhone) (string, body) {
			p.Agree(t)
			p.Register(t)
			token, _ := p.Steps(t, "enrol")
			return "memberBindFace", body{"faceToken": token}
		}, reason.StateChanged, `SELECT count(*) FROM face_enrolment WHERE member_id = $1`},
		"enrolment by the check for a card": {func(t *testing.T, p *apptest.FacePhone) (string, body) {
			p.Agree(t)
			p.Register(t)
			token, _ := p.Steps(t, "card")
			return "memberFaceCheckLiveness", body{"faceToken": token}
		}, reason.StateChanged, `SELECT count(*) FROM face_enrolment WHERE member_id = $1`},
		"withdrawal of the consent": {func(t *testing.T, p *apptest.FacePhone) (string, body) {
			p.Enrol(t)
			return "memberSetConsent", consentBody("biometrics", false)
		}, reason.SessionEnded, `
			SELECT (SELECT count(*) FROM consent WHERE member_id = $1 AND NOT granted) + (SELECT count(*) FROM face_enrolment WHERE member_id = $1 AND ended_at IS NOT NULL)
				+ (SELECT count(*) FROM file_object WHERE member_id = $1 AND erased_at IS NOT NULL)`},
	} {
		t.Run(name, func(t *testing.T) {
			p := m.known(t)
			operation, asked := of.ready(t, p)
			answer := whileLoggedOut(t, m.Stack, func(_ *member.Members, tx pgx.Tx) error {
				_, err := member.EndSessions(p.MemberID, m.Now()).Read(t.Context(), tx)
				return err
			}, func() apptest.Answer { return p.Call(t, operation, asked) })
			require.Equal(t, of.refused, answer.Failure.Reason, "%s", answer.Body)
			var left int
			require.NoError(t, m.Pool.QueryRow(t.Context(), of.left, p.MemberID).Scan(&left))
			require.Zero(t, left)
		})
	}
}
