package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// beforeSecondFact lists the calls open to an untrusted device: the own status without personal data, the two ways to
// get in, and logging out.
var beforeSecondFact = []string{"memberQuery", "memberApproval", "memberAskApproval", "memberSecondFact", "memberLogout"}

// Phone numbers are recycled. A device that is new to a verified borrower can log in with a correct SMS code, but no
// call of the contract returns personal data to it.
func TestUntrustedDeviceGetsNoPersonalDataFromAnyCall(t *testing.T) {
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
			header, request = asJSON(), bodyWithOwnIDs(t, op, open)
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

// bodyWithOwnIDs returns a valid body with the ids of the borrower's objects.
func bodyWithOwnIDs(t *testing.T, op contract.Operation, own belongings) []byte {
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

// Before an identity is proved, there is no second fact. Data that was entered stays on the device on which it was
// entered.
func TestNewDeviceSeesNoEarlierDataBeforeIdentity(t *testing.T) {
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
	require.Empty(t, draftOf(t, newDevice(t, old), "message"))
	own := []string{"Bí Mật", "Chuyện riêng", "001199000001", "Đội Cấn", "May 10", "Lê Lợi", "0987654321", "Nguyễn Văn Ba", "0365432109"}

	fresh := newDevice(t, old)
	document, err := contract.Load()
	require.NoError(t, err)
	reads := 0
	for _, op := range document.Operations() {
		if _, isRead := readCalls[op.ID]; !isRead || !op.JSON || op.Access == contract.AccessOpen {
			continue
		}
		for _, topic := range []string{"identity", "personal", "company", "contacts", "bankcard"} {
			request := bodyWithOwnIDs(t, op, belongings{})
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
	require.NotEmpty(t, list.Items)
	for _, item := range list.Items {
		require.Equal(t, contract.AuthItemState("todo"), item.State, item.Topic)
	}
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, own)

	t.Run("the device on which the data was entered still has it", func(t *testing.T) {
		var detail contract.AuthDetailData
		old.OK(t, "authDetail", body{"topic": "personal"}, &detail)
		require.NotNil(t, detail.Submitted)
		require.NotNil(t, detail.Draft)
	})
	t.Run("its tickets are shown only on that device", func(t *testing.T) {
		var tickets contract.TicketListData
		old.OK(t, "supportList", body{}, &tickets)
		require.Len(t, tickets.Tickets, 1)
		fresh.Refused(t, reason.TicketNotFound, "supportDetail", body{"ticketId": tickets.Tickets[0].TicketID})
	})
	t.Run("an identity submitted on the new device belongs to that device only", func(t *testing.T) {
		fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000777"), nil)
		fresh.OK(t, "authList", body{}, &list)
		require.Equal(t, 1, list.Done, "topics submitted on the other device do not count")
		old.Refused(t, reason.SecondFactNeeded, "authDetail", body{"topic": "identity"})
		var me contract.MemberData
		old.OK(t, "memberQuery", body{}, &me)
		require.True(t, me.SecondFactNeeded)
		require.Empty(t, me.Name)
		fresh.LetIn(t, old)
		fresh.OK(t, "authPersonal", personalBody(), nil)
		old.OK(t, "authList", body{}, &list)
		require.Equal(t, 2, list.Done, "both phones of one person share the progress")
	})
}

// A ticket in flight from one device while an identity is proved on another stays with its device, because another
// person may have sent it. A ticket from the device on which the identity is proved is visible on all devices of the
// borrower.
func TestTicketInFlightStaysOnItsDevice(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	fresh := newDevice(t, old)
	desk, fromOld, fromFresh := supportFlow(t, stack), deviceOf(t, old), deviceOf(t, fresh)
	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000127"), nil)
	for device, words := range map[uuid.UUID]string{fromOld: "Chuyện riêng của tôi", fromFresh: "Phí này là gì?"} {
		require.NoError(t, sendTicket(t, stack, desk, old.MemberID, device, words))
	}
	tickets := func(c *apptest.Client) int {
		var list contract.TicketListData
		c.OK(t, "supportList", body{}, &list)
		return len(list.Tickets)
	}
	require.Equal(t, 1, tickets(fresh))
	fresh.LetIn(t, old)
	require.Equal(t, 2, tickets(old))
	require.Equal(t, 1, tickets(fresh))
}

// A ticket sent while an identity is being proved on the same device waits for that and is visible on all devices of
// the borrower.
func TestTicketWaitsForConcurrentIdentity(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	desk, device, pictures := supportFlow(t, stack), deviceOf(t, c), identityBody(t, c, "001199000129")
	tx, err := stack.Pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	b := &pgx.Batch{}
	member.QueueLock(b, c.MemberID)
	support.QueueClaim(b, c.MemberID, device)
	b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Lan', '\x00', $2, '0129', '1999-05-20', 0, $3, $4, $5)`, c.MemberID, c.MemberID[:], pictures["frontFileId"], pictures["backFileId"], stack.Now())
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.NoError(t, postgrestest.Behind(t, tx, func() error { return sendTicket(t, stack, desk, c.MemberID, device, "Phí này là gì?") }))
	var everywhere bool
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT device_id IS NULL FROM support_ticket WHERE member_id = $1`, c.MemberID).Scan(&everywhere))
	require.True(t, everywhere)
}

// sendTicket creates a ticket on a device of a member.
func sendTicket(t *testing.T, stack *apptest.Stack, desk *customersupport.Support, member, device uuid.UUID, words string) error {
	t.Helper()
	var session uuid.UUID
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT id FROM session WHERE device_id = $1 AND revoked_at IS NULL`, device).Scan(&session))
	_, err := desk.Send(t.Context(), borrower.Borrower{
		ID: member, SessionID: session, DeviceID: device, Region: stack.Region(),
		IdempotencyKey: idempotency.Key{Scope: member.String(), Route: "support/message", Key: uuid.NewString(), BodyHash: []byte("x")},
	}, customersupport.TicketForm{Kind: support.KindMessage, Text: words})
	return err
}

// A notice about a ticket is shown where the ticket is. Another device neither counts it nor marks it as read until an
// identity proves whose it is.
func TestInboxOfPreviousHolderIsNotShown(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	tablet := newDevice(t, old)
	tablet.SendCode(t, 203)
	tablet.OK(t, "memberDeleteAccount", body{"smsCode": stack.Code(t, old.Phone)}, nil)
	tablet.OK(t, "memberWithdrawDeletion", body{}, nil)
	sent := sendMessage(t, old, "Chuyện riêng của tôi")
	require.NoError(t, supportFlow(t, stack).Answer(t.Context(), "ops:lan", sent.TicketNo, "Đã rõ", false))
	fresh := newDevice(t, old)
	box := func(c *apptest.Client) (kinds []string, unread int) {
		var data contract.InboxData
		c.OK(t, "supportInbox", body{}, &data)
		for _, n := range data.Notices {
			kinds = append(kinds, n.Kind)
		}
		var count contract.UnreadData
		c.OK(t, "supportUnread", body{}, &count)
		require.Equal(t, data.Unread, count.Unread)
		return kinds, data.Unread
	}
	kinds, unread := box(fresh)
	require.Equal(t, []string{"device_new"}, kinds, "notices of the previous holder are not shown")
	require.Zero(t, unread, "the new device has no unread notice")
	told := []string{"deletion_withdrawn", "deletion_submitted", "device_new"}

	var data contract.InboxData
	old.OK(t, "supportInbox", body{}, &data)
	newest, answered := data.Notices[0], data.Notices[1]
	require.Equal(t, "ticket_answered", answered.Kind)
	fresh.OK(t, "supportRead", body{"noticeIds": []uuid.UUID{answered.NoticeID}}, nil)
	fresh.OK(t, "supportRead", body{"upTo": newest.NoticeID}, nil)
	_, unread = box(fresh)
	require.Zero(t, unread)
	kinds, unread = box(old)
	require.Equal(t, append([]string{"device_new", "ticket_answered"}, told...), kinds)
	require.Equal(t, 5, unread, "the new device has not marked notices that it cannot see")

	old.OK(t, "authIdentity", identityBody(t, old, "001199000125"), nil)
	old.LetIn(t, fresh)
	kinds, _ = box(fresh)
	require.Contains(t, kinds, "ticket_answered", "both phones of one person see the notice")
	require.Subset(t, kinds, told)
}

// Once the new holder of a number has proved an identity, neither this device nor one that it lets in sees notices of
// the previous holder.
func TestInboxOfPreviousHolderIsHiddenAfterIdentity(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	newDevice(t, old)
	require.Len(t, noticesOf(t, old, "device_new"), 1)
	fresh := newDevice(t, old)
	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000126"), nil)
	require.Len(t, noticesOf(t, fresh, "device_new"), 1, "only the notice about the current holder's device is shown")
	fresh.LetIn(t, old)
	require.Len(t, noticesOf(t, old, "device_new"), 1)
}

// A login on a new device is in progress while an identity is proved on another. It has seen that there is no identity,
// and its device is not written yet. The identity waits for it and removes its trust.
func TestLoginDuringIdentitySubmissionIsNotTrusted(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	identity := identityBody(t, old, "001199000123")
	stack.AdvanceWall(24 * time.Hour)
	fresh := stack.Client(t)
	fresh.Phone = old.Phone
	fresh.SendCode(t, 200)
	app := stack.Apps[0]
	members := member.New(member.Deps{
		Pool: app.Pool, Clock: app.Clock, Region: app.Region, Hasher: app.Hasher, Limiter: app.Limiter, SecondFact: kyc.SecondFact{},
	})
	proved := make(chan apptest.Answer, 1)
	got, err := members.LogIn(t.Context(), member.LoginRequest{
		Phone: fresh.Phone, Code: stack.Code(t, fresh.Phone), From: member.Caller{IP: "127.0.0.1", Device: fresh.Device}, Lang: lang.VI, AppProductID: "20005",
		Then: func(_ context.Context, tx pgx.Tx, _ *pgx.Batch, _ member.Login) error {
			go func() { proved <- old.Call(t, "authIdentity", identity) }()
			require.Eventually(t, func() bool { return postgrestest.Blocks(t, tx) || len(proved) > 0 }, 10*time.Second, 10*time.Millisecond)
			return nil
		},
	})
	require.NoError(t, err)
	answer := <-proved
	require.True(t, answer.Success, "%s", answer.Body)
	fresh.Token = got.Token
	fresh.Refused(t, reason.SecondFactNeeded, "authDetail", body{"topic": "identity"})
	old.OK(t, "authDetail", body{"topic": "identity"}, nil)
}

func requireCopyWithout(t *testing.T, c *apptest.Client, secrets []string) {
	t.Helper()
	answer := c.OK(t, "memberData", body{}, nil)
	for _, secret := range secrets {
		require.NotContains(t, string(answer.Data), secret)
	}
}

// setIDNumber gives a borrower whose identity was inserted directly an encrypted number that can be decrypted.
func setIDNumber(t *testing.T, stack *apptest.Stack, c *apptest.Client, number string) {
	t.Helper()
	value := stack.Apps[0].Keyring.Seal([]byte(number), "identity/"+c.MemberID.String()+"/id_number")
	_, err := stack.Owner.Exec(t.Context(), `UPDATE identity SET id_number_enc = $2 WHERE member_id = $1`, c.MemberID, value)
	require.NoError(t, err)
}

// The copy is complete but contains no full account number.
func TestDataCopyIsCompleteAndContainsOnlyOwnData(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, other := m.settled(t), m.borrower(t)
	c.OK(t, "memberSetConsent", consentBody("marketing", true), nil)
	setIDNumber(t, m.Stack, c, "001199000999")
	_, err := m.Owner.Exec(t.Context(), `
		INSERT INTO tracking_record (phone_hash, page_id, button_id, at) SELECT phone_hash, '/m/old', '', $2 FROM member, generate_series(1, 2100) WHERE id = $1`,
		c.MemberID, m.Apps[0].Clock.Now())
	require.NoError(t, err)
	c.OK(t, "submitDataRecord", body{"pageId": "/m/mine", "buttonId": "copy"}, nil)
	m.Client(t).OK(t, "submitDataRecord", body{"phoneNumber": c.Phone, "pageId": "/m/forged", "buttonId": ""}, nil)
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
	require.Equal(t, "VND", records["creditHistory"][0]["currency"])
	require.Equal(t, "001199000999", records["identity"][0]["idNumber"])
	require.Equal(t, c.Phone, records["profile"][0]["phone"])
	require.Len(t, records["pages"], 2000, "only the newest 2000 page records are copied")
	require.Equal(t, "/m/mine", records["pages"][1999]["page"])
	require.NotContains(t, string(answer.Data), "/m/forged", "page records without a session are not copied, because they can state any number")
	require.Contains(t, string(answer.Data), "lãi cao quá", "the reason for the cancellation is copied")
	require.Regexp(t, `^••••\d{4}$`, records["bankCards"][0]["account"])
	require.NotContains(t, string(answer.Data), other.MemberID.String())
	var logged int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE action = 'own_data.copied' AND subject = $1`, "member:"+c.MemberID.String()).Scan(&logged))
	require.Equal(t, 1, logged)
	raw, err := json.Marshal(data)
	require.NoError(t, err)
	require.NotContains(t, string(raw), uuid.Nil.String())
}

// The copy for the new holder of a number contains nothing about the previous holder: neither the origin of logins nor
// notices. It contains the origin of the own device and the notices about the own tickets.
func TestDataCopyExcludesPreviousHolder(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	desk := supportFlow(t, stack)
	told := func(c *apptest.Client) string {
		sent := sendMessage(t, c, "Xin chào")
		require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Đã rõ", false))
		return sent.TicketNo
	}
	old := stack.Login(t)
	insertLoginOrigin(t, old, "203.0.113.77", "gclid=before")
	before := []string{"203.0.113.77", "gclid=before", told(old)}
	_, err := stack.Owner.Exec(t.Context(), `
		INSERT INTO conversion (member_id, event, subject, channel_code, state, at)
		VALUES ($1, 'registration', $2, 'organic', 'sent', $3)`, old.MemberID, old.MemberID.String(), stack.Now())
	require.NoError(t, err)
	_, err = stack.Owner.Exec(t.Context(), `
		INSERT INTO notice (member_id, kind, order_id, params, at)
		VALUES ($1, 'device_new', NULL, '{"device": {"text": "Tablet before"}}', $2), ($1, 'settled', uuidv7(), '{"no": {"text": "LM-own"}}', $2)`, old.MemberID, stack.Now())
	require.NoError(t, err)

	for _, before := range []string{
		`INSERT INTO device_approval (member_id, device_id, digits, address, network, state, asked_at, expires_at) SELECT member_id, id, '42', '', '', 'expired', $2, $2 FROM device WHERE member_id = $1`,
		`INSERT INTO account_deletion (member_id, requested_at, due_at, outcome, ended_at) VALUES ($1, $2, $2, 'withdrawn', $2)`,
		`INSERT INTO consent (member_id, kind, version, granted, at) VALUES ($1, 'marketing', 'before', true, $2)`,
	} {
		_, err = stack.Owner.Exec(t.Context(), before, old.MemberID, stack.Now())
		require.NoError(t, err)
	}

	fresh := newDevice(t, old)
	own := told(fresh)
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, append(before, "Tablet before"))
	theirs := copyOf(t, fresh)
	for _, section := range []string{"devices", "sessions"} {
		require.Len(t, theirs[section], 1, section)
	}
	for _, section := range []string{"reported", "deletions", "deviceApprovals"} {
		require.Empty(t, theirs[section], section)
	}
	for _, word := range theirs["consents"] {
		require.NotEqual(t, "before", word["version"])
	}
	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000124"), nil)
	insertLoginOrigin(t, fresh, "203.0.113.78", "gclid=own")
	requireCopyWithout(t, fresh, before)
	records := copyOf(t, fresh)
	require.Empty(t, records["reported"])
	require.Len(t, records["origin"], 1)
	require.Equal(t, "203.0.113.78", records["origin"][0]["ip"])
	notices := fmt.Sprint(records["notices"])
	require.Contains(t, notices, own)
	require.NotContains(t, notices, "Tablet before")
	require.Contains(t, notices, "LM-own", "notices about a loan are always the own ones")
	require.Len(t, records["devices"], 1)
	require.Len(t, records["sessions"], 1)
	require.NotEmpty(t, records["consents"])
	for _, word := range records["consents"] {
		require.NotEqual(t, "before", word["version"])
	}
	require.Empty(t, records["deviceApprovals"])
	require.Empty(t, records["deletions"])
}

// copyOf returns the copy of the data that a session may read, by section.
func copyOf(t *testing.T, c *apptest.Client) map[string][]map[string]any {
	t.Helper()
	var data contract.MemberCopyData
	c.OK(t, "memberData", body{}, &data)
	records := map[string][]map[string]any{}
	for _, section := range data.Sections {
		records[section.Name] = section.Records
	}
	return records
}

// insertLoginOrigin inserts the origin of a login.
func insertLoginOrigin(t *testing.T, c *apptest.Client, ip, click string) {
	t.Helper()
	_, err := c.Stack.Owner.Exec(t.Context(), `
		INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, web_click_id, ip, user_agent, at)
		VALUES ($1, true, 'organic', '20005', true, $2, $3, '', $4)`, c.MemberID, click, ip, c.Stack.Now())
	require.NoError(t, err)
}

// A message is written while its device proves an identity: it waits, because a message from before the proof belongs to the
// device, and one after it to the person.
func TestMessageWaitsForIdentityProof(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	tx, err := stack.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE`, c.MemberID)
	require.NoError(t, err)
	answer := postgrestest.Waits(t, tx, func() apptest.Answer { return c.Call(t, "supportMessage", body{"text": "Phí này là gì?"}) })
	require.True(t, answer.Success, "%s", answer.Body)
}
