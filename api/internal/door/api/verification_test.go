package api_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// picture inserts a file of the member, as an upload leaves it.
func picture(t *testing.T, c *apptest.Client, kind string) uuid.UUID {
	t.Helper()
	var id uuid.UUID
	require.NoError(t, c.Stack.Pool.QueryRow(t.Context(), `
		INSERT INTO file_object (member_id, kind, object_key, mime, bytes, sha256, created_at, device_id)
		SELECT $1, $2, $3, 'image/jpeg', 1, '', $5, device_id FROM session WHERE token_hash = $4 RETURNING id`,
		c.MemberID, kind, uuid.NewString(), secret.TokenHash(c.Token), c.Stack.Now()).Scan(&id))
	return id
}

func identityBody(t *testing.T, c *apptest.Client, number string) body {
	t.Helper()
	return body{
		"idName": "Nguyễn Thị Lan", "idNumber": number, "birthday": "1999-05-20", "gender": 0,
		"frontFileId": picture(t, c, "identity"), "backFileId": picture(t, c, "identity"),
	}
}

func personalBody() body {
	return body{
		"nickname": "Lan", "education": 4, "marital": 1, "childrenNum": 2, "homeArea": []string{"01", "00004"},
		"detailAddress": "12 Đội Cấn", "residenceTime": 6,
	}
}

func companyBody() body {
	return body{
		"companyName": "Công ty May 10", "companyArea": []string{"01", "00004"}, "companyDetailAddress": "1 Lê Lợi",
		"professionType": 31, "monthlyIncome": 4, "workTime": 5,
	}
}

func contactsBody() body {
	return body{"contacts": []body{
		{"relationship": 1, "name": "Nguyễn Văn Ba", "phone": "0987654321"},
		{"relationship": 7, "name": "Trần Minh", "phone": "+84976543210"},
		{"relationship": 6, "name": "Lê Hoa", "phone": "0365432109"},
	}}
}

func cardBody(number string) body {
	return body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}
}

// spec: 1.verify-identity, 1.verify-personal, 1.verify-work, 1.verify-bank
func TestWholeVerification(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	var list contract.AuthListData
	c.OK(t, "authList", body{}, &list)
	require.Equal(t, [3]int{0, 5, 0}, [3]int{list.Done, list.Total, list.Percent})
	require.Equal(t, "identity", list.Next)

	var done contract.SubmittedData
	c.OK(t, "authIdentity", identityBody(t, c, "003199000123"), &done)
	require.Equal(t, []string{"unknown_province"}, done.Warnings)
	require.Equal(t, "personal", done.Verification.Next)
	c.OK(t, "authPersonal", personalBody(), nil)
	c.OK(t, "authCompany", companyBody(), nil)
	c.OK(t, "authContacts", contactsBody(), &done)
	require.Equal(t, 80, done.Verification.Percent)
	require.Equal(t, "bankcard", done.Verification.Next)
	c.OK(t, "bankCardAdd", cardBody("0071000967858"), nil)
	c.OK(t, "authList", body{}, &list)
	require.Equal(t, 100, list.Percent)
	require.Empty(t, list.Next)

	var detail contract.AuthDetailData
	answer := c.OK(t, "authDetail", body{"topic": "identity"}, &detail)
	require.Equal(t, "done", detail.State)
	require.Equal(t, "••••••••0123", (*detail.Submitted)["idNumber"])
	require.NotContains(t, string(answer.Body), "003199000123")

	other := identityBody(t, c, "001199000124")
	c.Refused(t, reason.VerificationLocked, "authIdentity", other)
}

func TestDraftsAreKeptUntilSubmission(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	typed := body{"topic": "contacts", "data": body{"contacts": []body{{"name": "Ba", "relationship": 1}}, "step": 2, "done": false}}
	c.OK(t, "authSaveDraft", typed, nil)
	var detail contract.AuthDetailData
	c.OK(t, "authDetail", body{"topic": "contacts"}, &detail)
	require.Equal(t, "draft", detail.State)
	require.NotNil(t, detail.SavedAt)
	raw, err := json.Marshal(detail.Draft)
	require.NoError(t, err)
	require.JSONEq(t, `{"contacts":[{"name":"Ba","relationship":1}],"step":2,"done":false}`, string(raw))

	another := stack.Login(t)
	another.OK(t, "authDetail", body{"topic": "contacts"}, &detail)
	require.Nil(t, detail.Draft)

	for _, end := range []func(){
		func() { c.OK(t, "authContacts", contactsBody(), nil) },
		// A draft may be written after a submission whose answer was lost. The app discards it when it learns of the
		// submission.
		func() { c.OK(t, "authSaveDraft", body{"topic": "contacts", "data": nil}, nil) },
	} {
		c.OK(t, "authSaveDraft", typed, nil)
		end()
		c.OK(t, "authDetail", body{"topic": "contacts"}, &detail)
		require.Nil(t, detail.Draft)
		require.Equal(t, "done", detail.State)
	}

	big := body{}
	for _, field := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		big[field] = strings.Repeat("x", 400)
	}
	refused := c.Refused(t, reason.InvalidParameter, "authSaveDraft", body{"topic": "personal", "data": big})
	require.Contains(t, refused.Failure.Fields, "data")
}

// spec: 5.contact-differs, 5.id-old-format, 8.10001
func TestFieldErrorsUseLanguageOfRequest(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	c.Lang = "en"
	wrong := contactsBody()
	wrong["contacts"].([]body)[1]["phone"] = c.Phone
	refused := c.Refused(t, reason.InvalidParameter, "authContacts", wrong)
	require.Equal(t, map[string]string{"contacts.1.phone": "A contact’s number must differ from your own."}, refused.Failure.Fields)
	c.Lang = "vi"
	old := identityBody(t, c, "123456789")
	refused = c.Refused(t, reason.InvalidParameter, "authIdentity", old)
	require.Equal(t, map[string]string{"idNumber": "Đây là số CMND cũ 9 số, vui lòng nhập 12 số trên thẻ CCCD."}, refused.Failure.Fields)
}

func TestOptionsAndAreas(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	c.Lang = "th"
	var options contract.AuthOptionsData
	c.OK(t, "authOptions", body{}, &options)
	require.Len(t, options.Profession, 74)
	require.Equal(t, "หญิง", options.Gender[0].Label)
	require.Len(t, options.MonthlyIncome, 7)
	visitor := c.Stack.Client(t)
	var areas contract.AreasData
	visitor.OK(t, "authAreas", body{"parent": ""}, &areas)
	require.Len(t, areas.Areas, 34)
	visitor.OK(t, "authAreas", body{"parent": "01"}, &areas)
	require.NotEmpty(t, areas.Areas)
	require.True(t, areas.Areas[0].Leaf)
	visitor.OK(t, "authAreas", body{"parent": "nowhere"}, &areas)
	require.Empty(t, areas.Areas)
	visitor.Refused(t, reason.SessionEnded, "authOptions", body{})
}

func TestConcurrentSubmissionsOfOneIDNumberAcceptOne(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	clients := make([]*apptest.Client, 6)
	bodies := make([]body, len(clients))
	for i := range clients {
		clients[i] = stack.Login(t)
		bodies[i] = identityBody(t, clients[i], "001199000123")
	}
	answers := make([]apptest.Answer, len(clients))
	var all sync.WaitGroup
	for i, c := range clients {
		all.Go(func() { answers[i] = c.Call(t, "authIdentity", bodies[i]) })
	}
	all.Wait()
	count := map[reason.Reason]int{}
	for _, a := range answers {
		count[a.Failure.Reason]++
	}
	require.Equal(t, map[reason.Reason]int{"": 1, reason.IdentityUnconfirmed: len(clients) - 1}, count)
}

// The answer that a number belongs to somebody else is given to a caller who proves an own number, and not to one who
// tries many numbers.
func TestIDNumbersCannotBeEnumerated(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	owner, c := stack.Login(t), stack.Login(t)
	owner.OK(t, "authIdentity", identityBody(t, owner, "001199000123"), nil)
	asked := identityBody(t, c, "001199000123")
	known := c.Refused(t, reason.IdentityUnconfirmed, "authIdentity", asked)
	for range 18 {
		c.Refused(t, reason.IdentityUnconfirmed, "authIdentity", asked)
	}
	unlike := identityBody(t, c, "001199000124")
	unlike["gender"] = 1
	unknown := c.Refused(t, reason.IdentityUnconfirmed, "authIdentity", unlike)
	require.Equal(t, known.Failure, unknown.Failure, "an unknown number with a wrong sex gets the same response")
	require.Equal(t, known.Status, unknown.Status)
	reviews, err := kyc.OpenReviews(region.Get("vi"), paging.First(99)).Read(t.Context(), stack.Pool)
	require.NoError(t, err)
	require.Len(t, reviews.Rows, 1, "one review is opened")
	require.Equal(t, c.MemberID, reviews.Rows[0].MemberID)
	require.Equal(t, owner.MemberID, *reviews.Rows[0].HolderID)
	require.Positive(t, c.Refused(t, reason.TooManyRequests, "authIdentity", asked).Failure.RetryAfter)
}

func TestPicturesOfOtherMembersAreNotFound(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, other := stack.Login(t), stack.Login(t)
	request := identityBody(t, c, "001199000123")
	request["frontFileId"] = picture(t, other, "identity")
	refused := c.Refused(t, reason.InvalidParameter, "authIdentity", request)
	require.Contains(t, refused.Failure.Fields, "frontFileId")
	var list contract.AuthListData
	c.OK(t, "authList", body{}, &list)
	require.Zero(t, list.Done)
}

func TestSecondCardNeedsFreshCode(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	c.Refused(t, reason.VerificationIncomplete, "bankCardAdd", cardBody("0071000967858"))
	c.OK(t, "authIdentity", identityBody(t, c, "001199000123"), nil)
	different := cardBody("0071000967858")
	different["accountNumberAgain"] = "0071000967859"
	refused := c.Refused(t, reason.InvalidParameter, "bankCardAdd", different)
	require.Contains(t, refused.Failure.Fields, "accountNumberAgain")
	require.Equal(t, 10004, c.Refused(t, reason.AccountNameWrong, "bankCardAdd", cardBody("0071000960004")).ErrorCode)

	var first, second contract.BankCard
	answer := c.OK(t, "bankCardAdd", cardBody("0071000967858"), &first)
	require.NotContains(t, string(answer.Body), "0071000967858")
	require.True(t, first.IsDefault)
	require.Equal(t, "Vietcombank", first.BankName)
	c.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", cardBody("0071000967859"))
	c.Refresh(t, 202)
	c.OK(t, "bankCardAdd", cardBody("0071000967859"), &second)
	require.Equal(t, 1, second.Status)

	var cards contract.BankCardsData
	c.OK(t, "bankCardSetDefault", body{"cardId": second.CardID}, &cards)
	require.Equal(t, second.CardID, cards.Cards[0].CardID)
	c.OK(t, "bankCardUnbind", body{"cardId": second.CardID}, &cards)
	require.Len(t, cards.Cards, 1)
	require.True(t, cards.Cards[0].IsDefault)
	c.Refused(t, reason.CardLast, "bankCardUnbind", body{"cardId": first.CardID})

	stranger := stack.Login(t)
	stranger.Refused(t, reason.CardNotFound, "bankCardDetail", body{"cardId": first.CardID})
	stranger.OK(t, "bankCardList", body{}, &cards)
	require.Empty(t, cards.Cards)
	var banks contract.BanksData
	stack.Client(t).OK(t, "bankCardBanks", body{}, &banks)
	require.GreaterOrEqual(t, len(banks.Banks), 55)
	require.Contains(t, banks.Banks, contract.Bank{Code: "ACB", Name: "Ngân hàng TMCP Á Châu", ShortName: "ACB", Bin: "970416", AppURL: "acbapp://"})
	stack.Advance(t, 16*time.Minute)
	c.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", cardBody("0071000967860"))
}
