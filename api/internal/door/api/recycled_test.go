package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// open to a device that is not trusted yet: who they are without saying anything, the two ways in, and leaving.
var beforeSecondFact = []string{"memberQuery", "memberApproval", "memberAskApproval", "memberSecondFact", "memberLogout"}

// Numbers are recycled. A device that is new to a verified borrower gets a right SMS code in, and nothing personal from
// any call of the contract.
func TestAnUntrustedDeviceGetsNothingPersonalFromAnyCall(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	open, _ := ownsEverything(t, m)
	var phone string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT m.phone FROM member m JOIN loan_order o ON o.member_id = m.id WHERE o.id = $1`, open["orderId"]).Scan(&phone))
	stranger := m.Client(t)
	stranger.Phone = phone
	m.AdvanceWall(24 * time.Hour)
	stranger.Login(t)
	document, err := contract.Load()
	require.NoError(t, err)
	asked := 0
	for _, op := range document.Operations() {
		if op.Access == contract.AccessOpen || !strings.HasPrefix(op.Path, "/app/") {
			continue
		}
		asked++
		path, header, request := strings.Replace(op.Path, "{id}", open["id"].String(), 1), http.Header{}, []byte(nil)
		if op.JSON {
			header, request = asJSON(), namingOwn(t, op, open)
		}
		answer := stranger.Send(t, op, path, header, request)
		for _, secret := range []string{"Nguyễn", "Thị Lan", "0999", "1995-05-05", phone[1:], open["cardId"].String(), open["orderId"].String()} {
			require.NotContains(t, string(answer.Body), secret, op.ID)
		}
		if op.ID == "memberLogout" {
			stranger.Token = loginAgain(t, stranger)
			continue
		}
		if allowed := contains(beforeSecondFact, op.ID); !allowed {
			require.Equal(t, reason.SecondFactNeeded, answer.Failure.Reason, "%s: %s", op.ID, answer.Body)
		}
	}
	require.Greater(t, asked, 40)
}

// namingOwn is a good body with the ids of what the borrower has.
func namingOwn(t *testing.T, op contract.Operation, own belongings) []byte {
	t.Helper()
	schema := schemaOf(t, op)
	request := body{}
	for field, property := range schema.Properties {
		if id, known := own[field]; known {
			request[field] = id
		} else if contains(schema.Required, field) {
			request[field] = example(property.Value)
		}
	}
	if op.ID == "memberSecondFact" {
		request["idLast4"] = "1234"
	}
	return encode(t, request)
}

func loginAgain(t *testing.T, c *apptest.Client) string {
	t.Helper()
	c.Stack.AdvanceWall(24 * time.Hour)
	return c.Login(t).Token
}

func contains(list []string, name string) bool {
	for _, one := range list {
		if one == name {
			return true
		}
	}
	return false
}

// Before an identity is proved there is no second fact to ask for: what was typed stays on the device that typed it.
func TestBeforeThereIsASecondFactANewDeviceStartsAfresh(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old := m.Login(t)
	old.OK(t, "authPersonal", personalBody(), nil)
	old.OK(t, "authCompany", companyBody(), nil)
	old.OK(t, "authContacts", contactsBody(), nil)
	for _, topic := range []string{"identity", "personal", "bankcard"} {
		old.OK(t, "authSaveDraft", body{"topic": topic, "data": body{"idName": "Bí Mật Của Tôi", "idNumber": "001199000001"}}, nil)
	}
	old.OK(t, "supportComplain", body{"text": "Chuyện riêng của tôi"}, nil)
	old.OK(t, "supportSaveDraft", body{"name": "message", "data": body{"text": "Chuyện riêng chưa gửi"}}, nil)
	require.Empty(t, draftOf(t, another(t, old), "message"))
	own := []string{"Bí Mật", "Chuyện riêng", "001199000001", "Đội Cấn", "May 10", "Lê Lợi", "0987654321", "Nguyễn Văn Ba", "0365432109"}

	fresh := another(t, old)
	document, err := contract.Load()
	require.NoError(t, err)
	reads := 0
	for _, op := range document.Operations() {
		if _, look := looks[op.ID]; !look || !op.JSON || op.Access == contract.AccessOpen {
			continue
		}
		for _, topic := range []string{"identity", "personal", "company", "contacts", "bankcard"} {
			request := namingOwn(t, op, belongings{})
			if op.ID == "authDetail" {
				request = encode(t, body{"topic": topic})
			}
			answer := fresh.Send(t, op, op.Path, asJSON(), request)
			for _, secret := range own {
				require.NotContains(t, string(answer.Body), secret, "%s %s", op.ID, topic)
			}
		}
		reads++
	}
	require.Greater(t, reads, 15)
	var list contract.AuthListData
	fresh.OK(t, "authList", body{}, &list)
	require.Zero(t, list.Done)
	for _, item := range list.Items {
		require.Equal(t, contract.AuthItemState("todo"), item.State, item.Topic)
	}
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, own)

	t.Run("the device that typed it has it still", func(t *testing.T) {
		var detail contract.AuthDetailData
		old.OK(t, "authDetail", body{"topic": "personal"}, &detail)
		require.NotNil(t, detail.Submitted)
		require.NotNil(t, detail.Draft)
	})
	t.Run("what it wrote to us is shown on it alone", func(t *testing.T) {
		var letters contract.TicketListData
		old.OK(t, "supportList", body{}, &letters)
		require.Len(t, letters.Tickets, 1)
		fresh.Refused(t, reason.TicketNotFound, "supportDetail", body{"ticketId": letters.Tickets[0].TicketID})
	})
	t.Run("an identity proved on the new device is the new device's alone", func(t *testing.T) {
		fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000777"), nil)
		fresh.OK(t, "authList", body{}, &list)
		require.Equal(t, 1, list.Done, "nothing of another person's is mixed in")
		old.Refused(t, reason.SecondFactNeeded, "authDetail", body{"topic": "identity"})
		var me contract.MemberData
		old.OK(t, "memberQuery", body{}, &me)
		require.True(t, me.SecondFactNeeded)
		require.Empty(t, me.Name)
		fresh.LetIn(t, old)
		fresh.OK(t, "authPersonal", personalBody(), nil)
		old.OK(t, "authList", body{}, &list)
		require.Equal(t, 2, list.Done, "one person on two phones goes on on both")
	})
}

func requireCopyWithout(t *testing.T, c *apptest.Client, secrets []string) {
	t.Helper()
	answer := c.OK(t, "memberData", body{}, nil)
	for _, secret := range secrets {
		require.NotContains(t, string(answer.Data), secret)
	}
}

// sealed gives a borrower whose identity was planted a number that can be opened.
func sealed(t *testing.T, stack *apptest.Stack, c *apptest.Client, number string) {
	t.Helper()
	value := stack.Apps[0].Keyring.Seal([]byte(number), "identity/"+c.MemberID.String()+"/id_number")
	_, err := stack.Owner.Exec(t.Context(), `UPDATE identity SET id_number_enc = $2 WHERE member_id = $1`, c.MemberID, value)
	require.NoError(t, err)
}

// The copy holds everything, and no whole account number.
func TestTheCopyOfOwnDataIsWholeAndOwn(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, other := m.settled(t), m.borrower(t)
	c.OK(t, "memberSetConsent", word("marketing", true), nil)
	sealed(t, m.Stack, c, "001199000999")
	c.OK(t, "submitDataRecord", body{"pageId": "/m/mine", "buttonId": "copy"}, nil)
	declined := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, declined, loan.ToConfirm)
	c.OK(t, "orderCancel", body{"orderId": declined.OrderID, "reason": "lãi cao quá"}, nil)
	c.Refused(t, reason.FreshCodeNeeded, "memberData", body{})
	c.Refresh(t, 204)
	var data contract.MemberCopyData
	answer := c.OK(t, "memberData", body{}, &data)
	records := map[string][]map[string]any{}
	for _, section := range data.Sections {
		records[section.Name] = section.Records
	}
	for _, name := range []string{
		"profile", "devices", "sessions", "consents", "identity", "personal", "company", "contacts", "bankCards", "credit", "creditHistory",
		"orders", "orderEvents", "contracts", "documents", "payments", "paymentCodes", "files", "accessLog", "pages",
	} {
		require.NotEmpty(t, records[name], name)
	}
	require.Equal(t, "001199000999", records["identity"][0]["idNumber"])
	require.Equal(t, c.Phone, records["profile"][0]["phone"])
	require.Equal(t, "/m/mine", records["pages"][0]["page"])
	require.Contains(t, string(answer.Data), "lãi cao quá", "what they wrote when they cancelled")
	require.Regexp(t, `^••••\d{4}$`, records["bankCards"][0]["account"])
	require.NotContains(t, string(answer.Data), other.MemberID.String())
	var logged int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE action = 'own_data.copied' AND subject = $1`, "member:"+c.MemberID.String()).Scan(&logged))
	require.Equal(t, 1, logged)
	raw, err := json.Marshal(data)
	require.NoError(t, err)
	require.NotContains(t, string(raw), uuid.Nil.String())
}
