package api_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// faceMarket returns a market whose face checks return what a test scripts.
func faceMarket(t testing.TB, options ...apptest.Option) (market, *apptest.FaceScript) {
	t.Helper()
	script := apptest.NewFaceScript()
	return newMarket(t, append(options, apptest.Faces(script))...), script
}

// known returns a borrower who has submitted an identity, on a phone with a camera.
func (m market) known(t *testing.T) *apptest.FacePhone {
	t.Helper()
	c := m.Login(t)
	// Sex and year of birth in the number match the form. The other digits are unique to the borrower.
	m.submitIdentity(t, c, "001199"+c.Phone[len(c.Phone)-6:])
	return c.WithFace(t)
}

// submitIdentity submits an identity with an uploaded picture.
func (m market) submitIdentity(t *testing.T, c *apptest.Client, number string) {
	t.Helper()
	var front contract.FileData
	answer := upload(t, c, kindOf("identity"), photo(t))
	require.NoError(t, json.Unmarshal(answer.Data, &front))
	identity := identityBody(t, c, number)
	identity["frontFileId"] = front.FileID
	c.OK(t, "authIdentity", identity, nil)
}

func loginTypes(t testing.TB, c *apptest.Client) []contract.LoginTypeDataTypes {
	t.Helper()
	var data contract.LoginTypeData
	c.OK(t, "memberGetLoginType", body{"phoneNum": c.Phone}, &data)
	return data.Types
}

func faceStatus(t testing.TB, c *apptest.Client) contract.FaceStatusData {
	t.Helper()
	var data contract.FaceStatusData
	c.OK(t, "memberFace", body{}, &data)
	return data
}

var (
	sms  = []contract.LoginTypeDataTypes{contract.LoginTypeDataTypesSms}
	both = []contract.LoginTypeDataTypes{contract.LoginTypeDataTypesSms, contract.LoginTypeDataTypesFace}
)

// A token left on a phone becomes invalid when its owner logs in there by face. Other phones are not affected.
func TestFaceLoginEndsPreviousSessionOfDevice(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Agree(t)
	p.Enrol(t)
	other := newDevice(t, p.Client)
	left := *p.Client
	p.Token = ""
	token, _ := p.Steps(t, "login")
	var in contract.FaceVerdictData
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, &in)
	p.Token = *in.Token
	p.OK(t, "memberQuery", body{}, nil)
	left.Refused(t, reason.SessionEnded, "memberQuery", body{})
	other.OK(t, "memberQuery", body{}, nil)
	var open int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT count(*) FROM session s JOIN device d ON d.id = s.device_id WHERE s.member_id = $1 AND s.revoked_at IS NULL`, p.MemberID).Scan(&open))
	require.Equal(t, 2, open, "one session per phone")
}

// spec: 1.login-face, 7.face-token, 7.face-liveness
func TestFaceLoginWorksOnlyOnEnrolledDevice(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	require.Equal(t, sms, loginTypes(t, p.Client))
	st := faceStatus(t, p.Client)
	require.True(t, st.Offered && st.Ready)
	require.Equal(t, contract.FaceStatusDataObstacleConsentNeeded, st.Obstacle)
	p.Refused(t, reason.ConsentNeeded, "memberFaceQueryToken", p.Asking("enrol"))
	p.Agree(t)
	require.Equal(t, contract.FaceStatusDataObstacleKeyNeeded, faceStatus(t, p.Client).Obstacle)
	p.Refused(t, reason.FaceKeyNeeded, "memberFaceQueryToken", p.Asking("enrol"))
	verdict := p.Enrol(t)
	require.Equal(t, contract.FaceEnrolmentStateActive, verdict.Enrolment)
	require.Nil(t, verdict.Token)
	require.Len(t, noticesOf(t, p.Client, "device_face_key"), 1, "the borrower is notified of the new key")
	require.Empty(t, faceStatus(t, p.Client).Obstacle)

	p.OK(t, "memberLogout", body{}, nil)
	p.Token = ""
	require.Equal(t, both, loginTypes(t, p.Client), "logging out keeps the key")
	token, last := p.Steps(t, "login")
	require.Equal(t, contract.FaceProgressStateDone, last.State)
	var in contract.FaceVerdictData
	answer := p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, &in)
	require.Equal(t, p.MemberID, *in.MemberID)
	require.False(t, *in.IsNewMember)
	require.Contains(t, answer.Header.Get("Set-Cookie"), *in.Token, "the response sets the same cookie as smsLogin")
	p.Token = *in.Token
	var who contract.MemberData
	p.OK(t, "memberQuery", body{}, &who)
	require.False(t, who.SecondFactNeeded)
	var again contract.FaceVerdictData
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, &again)
	require.Equal(t, in.Token, again.Token, "a retry returns the same session")
	var sessions int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM session WHERE member_id = $1 AND opened_by = 'face'`, p.MemberID).Scan(&sessions))
	require.Equal(t, 1, sessions)
	p.OK(t, "memberLogout", body{}, nil)
	p.Refused(t, reason.FaceTokenExpired, "memberFaceCheckLiveness", body{"faceToken": token})

	// Another device and an unknown number get the same answer.
	other := m.Client(t)
	other.Phone = p.Phone
	stranger := m.Client(t)
	for _, c := range []*apptest.Client{other, stranger} {
		require.Equal(t, sms, loginTypes(t, c))
		refused := c.Refused(t, reason.FaceNotEnrolled, "memberFaceQueryToken", body{"scene": "login", "phoneNum": c.Phone})
		require.Zero(t, refused.Failure.RetryAfter)
	}
}

// failComparisons makes the next comparisons report another person.
func failComparisons(script *apptest.FaceScript, times int) {
	for range times {
		script.Likes(facecheck.Different)
	}
}

func TestLoginTypeChecksProviderOnlyForEnrolledMembers(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, without := m.known(t), m.known(t)
	p.Enrol(t)
	asked := script.Healths()
	require.Equal(t, sms, loginTypes(t, without.Client))
	require.Equal(t, sms, loginTypes(t, m.Client(t)))
	require.Equal(t, asked, script.Healths())
	require.Equal(t, both, loginTypes(t, p.Client))
	require.Greater(t, script.Healths(), asked)
}

// spec: 1.login-face-forced-sms
func TestFaceFailuresForceSMSCode(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	failComparisons(script, 6)
	try := func(want reason.Reason) apptest.Answer {
		t.Helper()
		token, _ := p.Steps(t, "login")
		return p.Refused(t, want, "memberFaceCheckLiveness", body{"faceToken": token})
	}
	for n := range 2 {
		require.Zero(t, try(reason.FaceNotPassed).Failure.RetryAfter, "failure %d", n)
		m.AdvanceWall(time.Minute)
	}
	require.EqualValues(t, 30, try(reason.FaceNotPassed).Failure.RetryAfter)
	waiting := p.Refused(t, reason.FaceWait, "memberFaceQueryToken", p.Asking("login"))
	require.Contains(t, waiting.Msg, "30")
	m.AdvanceWall(time.Minute)
	try(reason.FaceNotPassed)
	m.AdvanceWall(time.Minute)
	forced := try(reason.FaceUseSMS)
	require.GreaterOrEqual(t, forced.Failure.RetryAfter, int64(30*60))
	require.Equal(t, sms, loginTypes(t, p.Client), "face login is not offered while SMS is forced")
	p.Refused(t, reason.FaceUseSMS, "memberFaceQueryToken", p.Asking("login"))
	st := faceStatus(t, p.Client)
	require.True(t, st.UseSms)
	require.Zero(t, st.ChecksLeft, "the five checks of the day are used up")
	m.AdvanceWall(24 * time.Hour)
	p.Login(t)
	require.Equal(t, both, loginTypes(t, p.Client), "face login is offered again the next day")
	token, _ := p.Steps(t, "login")
	p.Refused(t, reason.FaceUseSMS, "memberFaceCheckLiveness", body{"faceToken": token})
}

func TestFiftiethFailureEndsFaceEnrolment(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	// These failures are from the ten days before, because only five per day are allowed.
	_, err := m.Owner.Exec(t.Context(), `UPDATE face_enrolment SET failures = 48 WHERE member_id = $1`, p.MemberID)
	require.NoError(t, err)
	failComparisons(script, 2)
	for _, left := range [][]contract.LoginTypeDataTypes{both, sms} {
		token, _ := p.Steps(t, "login")
		p.Refused(t, reason.FaceNotPassed, "memberFaceCheckLiveness", body{"faceToken": token})
		require.Equal(t, left, loginTypes(t, p.Client))
	}
	st := faceStatus(t, p.Client)
	require.Equal(t, contract.FaceStatusDataEndedForTooManyFailures, st.EndedFor)
	require.Zero(t, m.templates(t, p.Client))
	p.Refused(t, reason.FaceNotEnrolled, "memberFaceQueryToken", p.Asking("login"))
}

func TestDoubtfulFaceMatchRequiresSMSCode(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	script.Likes(facecheck.Doubtful)
	token, _ := p.Steps(t, "login")
	p.Refused(t, reason.FaceStepUp, "memberFaceCheckLiveness", body{"faceToken": token})
	p.Refused(t, reason.FaceStepUp, "memberFaceCheckLiveness", body{"faceToken": token})
	require.Equal(t, 4, faceStatus(t, p.Client).ChecksLeft, "two requests for one verdict count as one failure")
}

func TestWrongDeviceSignatureEndsFaceCheck(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p, other := m.known(t), m.known(t)
	p.Enrol(t)
	other.Enrol(t)
	opened := p.Open(t, "login")
	p.Refused(t, reason.FaceKeyWrong, "memberFaceStart", body{"faceToken": opened.FaceToken, "signature": other.Sign(t, opened.Nonce)})
	var failed contract.FaceProgress
	p.OK(t, "memberFaceStart", body{"faceToken": opened.FaceToken, "signature": p.Sign(t, opened.Nonce)}, &failed)
	require.Equal(t, contract.FaceProgressStateFailed, failed.State, "a wrong signature ends the check")
	require.Equal(t, 5, faceStatus(t, p.Client).ChecksLeft, "a wrong signature counts as no failure of the borrower")

	// A check cannot be used in another member's session.
	token, _ := p.Steps(t, "enrol")
	other.Refused(t, reason.FaceTokenExpired, "memberBindFace", body{"faceToken": token})
	p.Refused(t, reason.FaceTokenExpired, "memberFaceCheckLiveness", body{"faceToken": token})
	p.OK(t, "memberBindFace", body{"faceToken": token}, nil)
	p.Refused(t, reason.FaceTokenExpired, "memberFaceStart", body{"faceToken": "unknown", "signature": "AA"})
}

// A new key would bypass everything else. It therefore needs an SMS code on a trusted device, and it replaces the
// previous key.
func TestNewDeviceKeyNeedsSMSCode(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	m.Advance(t, 20*time.Minute)
	lost := p.Client.WithFace(t)
	lost.Refused(t, reason.FreshCodeNeeded, "memberDeviceKey", body{"publicKey": lost.PublicKey(t)})
	token, _ := p.Steps(t, "login")
	var in contract.FaceVerdictData
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, &in)
	p.Token = *in.Token
	lost.Token = *in.Token
	lost.Refused(t, reason.FreshCodeNeeded, "memberDeviceKey", body{"publicKey": lost.PublicKey(t)})
	lost.Refresh(t, 205)
	require.True(t, lost.Register(t).Replaced)
	require.Len(t, noticesOf(t, p.Client, "device_face_key"), 2)
	opened := p.Open(t, "login")
	p.Refused(t, reason.FaceKeyWrong, "memberFaceStart", body{"faceToken": opened.FaceToken, "signature": p.Sign(t, opened.Nonce)})
	require.False(t, lost.Register(t).Replaced, "registering the same key again replaces nothing")
	require.Len(t, noticesOf(t, p.Client, "device_face_key"), 2)

	// After a logout from another device, trust and key are gone.
	var devices contract.DevicesData
	lost.OK(t, "memberDevices", body{}, &devices)
	second := m.Client(t)
	second.Phone = p.Phone
	m.AdvanceWall(24 * time.Hour)
	second.Login(t)
	lost.LetIn(t, second)
	require.Equal(t, sms, loginTypes(t, second), "a second trusted device has no key of its own")
	require.Equal(t, both, loginTypes(t, lost.Client))
	second.OK(t, "memberLogOutDevices", body{}, nil)
	require.Equal(t, sms, loginTypes(t, lost.Client))
	own := second.WithFace(t)
	own.Register(t)
	require.Equal(t, both, loginTypes(t, second), "a device with its own key uses the shared enrolment")
}

// readInto decodes the data of an answer.
func readInto(t *testing.T, a apptest.Answer, into any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.Data, into))
}

// office returns the operator's access to the stack.
func (m market) office(t *testing.T) *ops.Access {
	t.Helper()
	office, err := m.Apps[0].OpsAccess()
	require.NoError(t, err)
	return office
}
