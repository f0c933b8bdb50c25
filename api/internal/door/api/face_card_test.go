package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// waiting returns a borrower with a card and an order that is not paid out yet, on a phone with a key.
func (m market) waiting(t *testing.T) *apptest.FacePhone {
	t.Helper()
	c := m.Login(t)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	var front contract.FileData
	m.front(t, c, &front)
	m.card(t, c, "1903"+apptest.Phone()[1:])
	m.apply(t, c, 10_000_000, 91)
	p := c.WithFace(t)
	p.Agree(t)
	p.Register(t)
	return p
}

// front uploads a picture and sets it as the front of a borrower's ID.
func (m market) front(t *testing.T, c *apptest.Client, into *contract.FileData) {
	t.Helper()
	answer := upload(t, c, kindOf("identity"), photo(t))
	require.True(t, answer.Success)
	readInto(t, answer, into)
	_, err := m.Owner.Exec(t.Context(), `UPDATE identity SET front_file_id = $2 WHERE member_id = $1`, c.MemberID, into.FileID)
	require.NoError(t, err)
}

func newCardBody() body {
	number := "1903" + apptest.Phone()[1:]
	return body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}
}

// reviewed returns what the reviewer of the latest card reads about the face check.
func (m market) reviewed(t *testing.T, c *apptest.Client) (face string) {
	t.Helper()
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT v.face FROM bank_card_review v JOIN bank_card b ON b.id = v.card_id WHERE b.member_id = $1 AND v.state = 'pending'
		ORDER BY v.created_at DESC LIMIT 1`, c.MemberID).Scan(&face))
	return face
}

// spec: 4.card-face
func TestNewCardDuringOrderNeedsFaceCheckAndReview(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.waiting(t)
	require.True(t, faceStatus(t, p.Client).CardCheckNeeded)
	m.AdvanceWall(24 * time.Hour)
	p.Refresh(t, 202)
	p.Refused(t, reason.FaceNeeded, "bankCardAdd", newCardBody())
	token, _ := p.Steps(t, "card")
	var verdict contract.FaceVerdictData
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, &verdict)
	require.Equal(t, contract.FaceEnrolmentStateActive, verdict.Enrolment, "the check enrols a borrower without an enrolment")
	require.NotNil(t, verdict.FreshUntil)
	require.Nil(t, verdict.Token)
	var added contract.BankCard
	p.OK(t, "bankCardAdd", newCardBody(), &added)
	require.True(t, added.InReview, "the card is also reviewed by a person")
	require.Equal(t, "passed", m.reviewed(t, p.Client))

	office := m.office(t)
	open, err := office.Cards.OpenReviews(t.Context(), paging.First(99))
	require.NoError(t, err)
	require.Equal(t, "passed", open.Rows[0].Face)
	require.NoError(t, office.Cards.Review(t.Context(), open.Rows[0].ID, true, "anna", "fine"))
	var after contract.BankCard
	p.OK(t, "bankCardDetail", body{"cardId": added.CardID}, &after)
	require.Equal(t, 1, after.Status)
}

// A face check that failed or was not possible does not affect the review. The code proves the session then.
func TestReviewShowsReasonForMissingFaceCheck(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.waiting(t)
	with := func(obstacle string) body {
		b := newCardBody()
		b["faceObstacle"] = obstacle
		return b
	}
	p.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", with("001"))
	m.AdvanceWall(24 * time.Hour)
	p.Refresh(t, 202)
	p.OK(t, "bankCardAdd", with("001"), nil)
	require.Equal(t, "001", m.reviewed(t, p.Client))

	script.Down(facecheck.ErrUnavailable)
	p.OK(t, "bankCardAdd", newCardBody(), nil)
	require.Equal(t, "000", m.reviewed(t, p.Client), "no face check is required while the service is down")
	script.Down(nil)
	m.Advance(t, time.Minute)

	script.Answers(facecheck.Answer{Verdict: facecheck.Fail, Code: "capture_failed", Reason: "flat"})
	_, last := p.Steps(t, "card")
	require.Equal(t, contract.FaceProgressResultNotPassed, last.Result)
	m.Advance(t, time.Minute)
	p.OK(t, "bankCardAdd", with("002"), nil)
	require.Equal(t, "not_passed", m.reviewed(t, p.Client), "the result of the check counts, not the obstacle that the phone sends")

	m.AdvanceWall(24 * time.Hour)
	p.Refresh(t, 202)
	for _, own := range []string{"chose_sms", "lost"} {
		m.Advance(t, time.Minute)
		p.OK(t, "bankCardAdd", with(own), nil)
		require.Equal(t, own, m.reviewed(t, p.Client), "chose_sms and lost are distinguished from a timeout")
	}
}

// Adding a card without an order needs no face check. Otherwise the face check replaces the code.
func TestFaceCheckReplacesCodeOnlyForAddingCard(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	c := m.Login(t)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	var front contract.FileData
	m.front(t, c, &front)
	m.card(t, c, "1903"+apptest.Phone()[1:])
	p := c.WithFace(t)
	p.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", newCardBody())
	p.Enrol(t)
	p.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", newCardBody())
	token, _ := p.Steps(t, "card")
	p.OK(t, "memberFaceCheckLiveness", body{"faceToken": token}, nil)
	p.OK(t, "bankCardAdd", newCardBody(), nil)
	p.Refused(t, reason.FreshCodeNeeded, "memberData", body{})
	m.Advance(t, 16*time.Minute)
	p.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", newCardBody())
}

// spec: 4.card-face
func TestCardNeedsOnlyReviewWhereFaceCheckIsNotOffered(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	m.apply(t, c, 10_000_000, 91)
	require.False(t, faceStatus(t, c).Offered)
	c.Refused(t, reason.FaceNotOffered, "memberFaceQueryToken", body{"scene": "card"})
	m.AdvanceWall(24 * time.Hour)
	c.Refresh(t, 202)
	c.OK(t, "bankCardAdd", newCardBody(), nil)
	require.Equal(t, "off", m.reviewed(t, c))
}
