package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func consentBody(kind string, granted bool) body {
	return body{"kind": kind, "version": "1.0", "granted": granted}
}

func consentsOf(t *testing.T, c *apptest.Client) (contract.ConsentsData, map[string]bool) {
	t.Helper()
	var data contract.ConsentsData
	c.OK(t, "memberConsents", body{}, &data)
	granted := map[string]bool{}
	for _, one := range data.Consents {
		granted[string(one.Kind)] = one.Granted
	}
	return data, granted
}

func TestLoginConsentsAreRecordedOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	in := func() {
		t.Helper()
		c.SendCode(t, 200)
		request := login(c.Phone, stack.Code(t, c.Phone))
		request["consents"] = []body{consentBody("terms", true), consentBody("privacy", true), consentBody("data_processing", true)}
		var data contract.LoginData
		c.OK(t, "memberSmsLogin", request, &data)
		c.Token, c.MemberID = data.Token, data.MemberID
	}
	in()
	data, granted := consentsOf(t, c)
	require.Equal(t, map[string]bool{
		"terms": true, "privacy": true, "data_processing": true, "credit_check": false, "marketing": false, "analytics": false,
	}, granted, "a consent without an answer is not granted")
	require.Len(t, data.Log, 3)
	stack.AdvanceWall(24 * time.Hour)
	in()
	data, _ = consentsOf(t, c)
	require.Len(t, data.Log, 3, "an unchanged consent is not recorded again")
}

// The terms, the privacy policy and the use of data must be accepted before personal data is taken. No answer counts as
// no consent, and one or two of the three are not enough.
func TestPersonalDataRequiresConsents(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Client(t)
	loginVia(t, c, nil)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	refused := func() {
		t.Helper()
		for call, said := range map[string]body{
			"authSaveDraft": {"topic": "personal", "data": body{}}, "authIdentity": identityBody(t, c, "001199000123"),
			"authPersonal": personalBody(), "authCompany": companyBody(), "authContacts": contactsBody(), "bankCardAdd": cardBody("0071000967858"),
			"loanApply": {
				"loanId": m.product.ID, "amount": 2_000_000, "termDays": 91, "bankCardId": uuid.New(), "contractHash": "0", "contractAccepted": true,
			},
		} {
			answer := c.Refused(t, reason.ConsentNeeded, call, said)
			require.Equal(t, 422, answer.Status)
		}
		carrierRefused(t, c, reason.ConsentNeeded)
		require.Equal(t, reason.ConsentNeeded, upload(t, c, kindOf("identity"), photo(t)).Failure.Reason)
	}
	refused()
	for _, kind := range []string{"terms", "privacy"} {
		c.OK(t, "memberSetConsent", consentBody(kind, true), nil)
		refused()
	}
	c.OK(t, "memberSetConsent", consentBody("data_processing", true), nil)
	c.OK(t, "authPersonal", personalBody(), nil)
	c.OK(t, "bankCardAdd", cardBody("0071000967858"), nil)
	require.True(t, upload(t, c, kindOf("identity"), photo(t)).Success)
	m.apply(t, c, 2_000_000, 91)
	_, granted := consentsOf(t, c)
	require.True(t, granted["credit_check"], "accepting the agreement grants the credit check")
	require.False(t, granted["marketing"] || granted["analytics"], "consents that were not asked for are not granted")
}

// An order in progress may get another card, even after a consent was withdrawn.
func TestCardCanBeAddedForOrderInProgressWithoutConsent(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	m.AdvanceWall(3 * time.Minute)
	c.Refresh(t, 202)
	c.OK(t, "memberSetConsent", consentBody("data_processing", false), nil)
	c.Refused(t, reason.ConsentWithdrawn, "bankCardAdd", cardBody("0071000967859"))
	c.OK(t, "memberSetConsent", consentBody("data_processing", true), nil)
	m.await(t, c, m.apply(t, c, 2_000_000, 91), loan.ToConfirm)
	c.OK(t, "memberSetConsent", consentBody("data_processing", false), nil)
	c.OK(t, "bankCardAdd", cardBody("0071000967859"), nil)
}

func TestConsentsAreGrantedAndWithdrawnIndependently(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, other := stack.Login(t), stack.Login(t)
	setConsent := func(kind string, granted bool) {
		t.Helper()
		c.OK(t, "memberSetConsent", consentBody(kind, granted), nil)
		known, err := member.Granted(c.MemberID, member.ConsentKind(kind)).Read(t.Context(), stack.Pool)
		require.NoError(t, err)
		require.Equal(t, granted, known)
	}
	setConsent("marketing", true)
	setConsent("analytics", true)
	setConsent("marketing", false)
	data, granted := consentsOf(t, c)
	require.True(t, granted["analytics"])
	require.False(t, granted["marketing"])
	require.Len(t, data.Log, 6, "withdrawn consents stay in the log")
	require.False(t, data.Log[0].Granted, "the log starts with the newest entry")
	for _, kind := range []string{"terms", "privacy"} {
		c.Refused(t, reason.InvalidParameter, "memberSetConsent", consentBody(kind, false))
	}
	known, err := member.Granted(other.MemberID, member.ConsentMarketing).Read(t.Context(), stack.Pool)
	require.NoError(t, err)
	require.False(t, known)
}

func TestWithdrawnConsentBlocksNewLoanAndKeepsCurrentOne(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	for _, kind := range []string{"data_processing", "credit_check"} {
		c.OK(t, "memberSetConsent", consentBody(kind, false), nil)
		c.Refused(t, reason.ConsentWithdrawn, "loanApply", m.application(t, c, 2_000_000, 91))
		c.OK(t, "memberSetConsent", consentBody(kind, true), nil)
	}
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	c.OK(t, "memberSetConsent", consentBody("data_processing", false), nil)
	data, _ := consentsOf(t, c)
	require.True(t, data.OrderInProgress, "the response reports the order in progress")
	c.Refused(t, reason.ConsentWithdrawn, "authPersonal", personalBody())
	c.Refused(t, reason.ConsentWithdrawn, "authSaveDraft", body{"topic": "personal", "data": body{}})
	carrierRefused(t, c, reason.ConsentWithdrawn)
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
}

// carrierRefused requires that both calls that start a session at a carrier are refused with the reason.
func carrierRefused(t *testing.T, c *client, why reason.Reason) {
	t.Helper()
	mallRefused(t, c, why, "mallDetail", withPassword(password))
	mallRefused(t, c, why, "mallRegister", body{"type": "password", "password": password, "passwordAgain": password})
}
