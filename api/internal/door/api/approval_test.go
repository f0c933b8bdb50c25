package api_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// twoPhones returns a trusted phone of a verified borrower and a phone that is new to that borrower.
func twoPhones(t testing.TB, stack *apptest.Stack) (old, fresh *apptest.Client) {
	t.Helper()
	old = stack.Login(t)
	verified(t, stack, old)
	return old, newDevice(t, old)
}

func approvalStatus(t testing.TB, c *apptest.Client) contract.ApprovalData {
	t.Helper()
	var data contract.ApprovalData
	c.OK(t, "memberApproval", body{}, &data)
	return data
}

func pending(t testing.TB, c *apptest.Client) contract.PendingApprovalData {
	t.Helper()
	var data contract.PendingApprovalData
	c.OK(t, "memberPendingApproval", body{}, &data)
	return data
}

func approve(id uuid.UUID, digits string) body {
	return body{"approvalId": id, "approve": true, "digits": digits}
}

func refuse(id uuid.UUID) body { return body{"approvalId": id, "approve": false} }

// otherDigits returns two digits that differ from those that a request shows.
func otherDigits(digits string) string {
	if digits == "00" {
		return "11"
	}
	return "00"
}

func actions(t testing.TB, c *apptest.Client) []string {
	t.Helper()
	var done []string
	require.NoError(t, c.Stack.Pool.QueryRow(t.Context(), `
		SELECT coalesce(array_agg(action ORDER BY at, id), '{}') FROM audit_log WHERE subject = $1 AND action LIKE 'device.%'`, "member:"+c.MemberID.String()).Scan(&done))
	return done
}

func TestTrustedDeviceApprovesNewDevice(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	old, fresh := twoPhones(t, stack)
	st := approvalStatus(t, fresh)
	require.Equal(t, contract.ApprovalDataStateNone, st.State)
	require.True(t, st.MayAsk)
	require.False(t, st.MayName, "the second fact is not offered while a trusted device can approve")
	fresh.Refused(t, reason.ApprovalFirst, "memberSecondFact", body{"idLast4": "0999"})

	fresh.IP = "198.51.100.7"
	asked := fresh.AskIn(t)
	require.Equal(t, contract.ApprovalDataStateWaiting, asked.State)
	require.Regexp(t, `^[0-9]{2}$`, asked.Digits)
	require.Equal(t, 5*time.Minute, asked.ExpiresAt.Sub(asked.Now))
	require.Equal(t, asked.Digits, fresh.AskIn(t).Digits, "a repeated call returns the pending request")
	require.Equal(t, asked.Digits, approvalStatus(t, fresh).Digits, "the status call returns the digits again after a reload")

	waits := pending(t, old)
	require.Equal(t, fresh.IP, waits.Request.Address)
	require.False(t, waits.Request.SameNetwork)
	beside := *old
	beside.IP = "198.51.100.8"
	require.True(t, pending(t, &beside).Request.SameNetwork)
	require.Nil(t, waits.NewDevice, "no new-device notice while the approval request is shown")
	id := waits.Request.ApprovalID
	old.Refused(t, reason.ApprovalWrong, "memberAnswerApproval", approve(id, otherDigits(asked.Digits)))
	require.True(t, old.Call(t, "memberAnswerApproval", body{"approvalId": id, "approve": true}).Status == http.StatusBadRequest)
	old.OK(t, "memberAnswerApproval", approve(id, asked.Digits), nil)
	old.OK(t, "memberAnswerApproval", approve(id, asked.Digits), nil)
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", refuse(id))

	var me contract.MemberData
	fresh.OK(t, "memberQuery", body{}, &me)
	require.False(t, me.SecondFactNeeded)
	require.NotEmpty(t, me.Name)
	require.Equal(t, contract.ApprovalDataStateApproved, approvalStatus(t, fresh).State)
	require.Nil(t, pending(t, old).Request)
	require.Nil(t, pending(t, old).NewDevice, "the device that answered gets no new-device notice")
	require.Equal(t, []string{"device.approval_asked", "device.approval_misnamed", "device.approval_given"}, actions(t, old))
	var recorded bool
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `
		SELECT bool_and(l.detail->>'device' = a.device_id::text AND
			coalesce(l.detail->>'by', '') = CASE l.action WHEN 'device.approval_asked' THEN '' ELSE a.answered_by::text END)
		FROM audit_log l JOIN device_approval a ON a.id::text = l.detail->>'approval' WHERE a.id = $1`, id).Scan(&recorded))
	require.True(t, recorded, "the audit log names the new device, and the device that answered")
}

func TestRefusedApprovalEndsLogin(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	old, fresh := twoPhones(t, stack)
	fresh.AskIn(t)
	id := old.Pending(t)
	old.OK(t, "memberAnswerApproval", refuse(id), nil)
	old.OK(t, "memberAnswerApproval", refuse(id), nil)
	answer := fresh.Refused(t, reason.DeviceRefused, "memberQuery", body{})
	require.Equal(t, 10640105, answer.ErrorCode, "this code makes the app log out")
	require.Len(t, devicesOf(t, old), 1)
	require.Equal(t, []string{"device.approval_asked", "device.approval_refused"}, actions(t, old))

	t.Run("the next login is not offered the second fact", func(t *testing.T) {
		stack.AdvanceWall(24 * time.Hour)
		fresh.Login(t)
		st := approvalStatus(t, fresh)
		require.Equal(t, contract.ApprovalDataStateNone, st.State)
		require.True(t, st.MayAsk)
		require.False(t, st.MayName)
		fresh.Refused(t, reason.ApprovalFirst, "memberSecondFact", body{"idLast4": "0999"})
	})
	t.Run("after a logout the reason is session ended, not device refused", func(t *testing.T) {
		fresh.OK(t, "memberLogout", body{}, nil)
		fresh.Refused(t, reason.SessionEnded, "memberQuery", body{})
	})
}

// A refusal is final for a device: it is logged out and loses any trust that it has gained in the meantime.
func TestRefusedApprovalRevokesDeviceTrust(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	fresh.AskIn(t)
	id := old.Pending(t)
	_, err := stack.Owner.Exec(t.Context(), `
		UPDATE device SET trusted_at = $2, face_key = 'key', face_key_at = $2
		FROM device_approval a WHERE a.id = $1 AND device.id = a.device_id`, id, stack.Now())
	require.NoError(t, err)
	old.OK(t, "memberAnswerApproval", refuse(id), nil)
	fresh.Refused(t, reason.DeviceRefused, "memberQuery", body{})
	stack.AdvanceWall(24 * time.Hour)
	fresh.Login(t)
	var me contract.MemberData
	fresh.OK(t, "memberQuery", body{}, &me)
	require.True(t, me.SecondFactNeeded)
	var keyless bool
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `
		SELECT d.face_key IS NULL FROM device d JOIN device_approval a ON a.device_id = d.id WHERE a.id = $1`, id).Scan(&keyless))
	require.True(t, keyless)
}

// A device that asks a trusted phone again waits for the new answer, even if an earlier request has expired.
func TestSecondFactIsBlockedWhileNewApprovalRequestIsPending(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	fresh.AskIn(t)
	stack.Advance(t, member.ApprovalLife)
	require.True(t, approvalStatus(t, fresh).MayName)
	fresh.AskIn(t)
	require.False(t, approvalStatus(t, fresh).MayName)
	fresh.Refused(t, reason.ApprovalFirst, "memberSecondFact", body{"idLast4": "0999"})
	old.OK(t, "memberAnswerApproval", refuse(old.Pending(t)), nil)
	fresh.Refused(t, reason.DeviceRefused, "memberQuery", body{})
}

// A device that has passed the second fact no longer asks a trusted phone.
func TestSecondFactEndsPendingApprovalRequest(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	asked := fresh.AskIn(t)
	id := old.Pending(t)
	old.OK(t, "memberLogout", body{}, nil)
	fresh.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "1234"})
	require.Equal(t, contract.ApprovalDataStateWaiting, approvalStatus(t, fresh).State, "a wrong second fact does not end the request")
	fresh.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	require.Equal(t, contract.ApprovalDataStateExpired, approvalStatus(t, fresh).State)
	stack.AdvanceWall(24 * time.Hour)
	old.Login(t)
	require.Nil(t, pending(t, old).Request)
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(id, asked.Digits))
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", refuse(id))
}

func TestSecondFactIsAllowedAfterApprovalRequestExpires(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	fresh.AskIn(t)
	id := old.Pending(t)
	fresh.Refused(t, reason.ApprovalFirst, "memberSecondFact", body{"idLast4": "0999"})
	stack.Advance(t, member.ApprovalLife)
	st := approvalStatus(t, fresh)
	require.Equal(t, contract.ApprovalDataStateExpired, st.State)
	require.Empty(t, st.Digits)
	require.True(t, st.MayName)
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", refuse(id))
	require.Nil(t, pending(t, old).Request)
	fresh.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "1234"})
	fresh.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
}

// Only a device that is logged in, trusted and not the one that asks may answer.
func TestOnlyTrustedDevicesMayAnswerApprovalRequest(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	stranger, third := stack.Login(t), newDevice(t, old)
	asked := fresh.AskIn(t)
	id := old.Pending(t)
	stranger.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(id, asked.Digits))
	require.Nil(t, pending(t, stranger).Request)
	for _, untrusted := range []*apptest.Client{fresh, third} {
		untrusted.Refused(t, reason.SecondFactNeeded, "memberPendingApproval", body{})
		untrusted.Refused(t, reason.SecondFactNeeded, "memberAnswerApproval", approve(id, asked.Digits))
	}
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(uuid.New(), asked.Digits))

	t.Run("a logged-out device cannot be asked", func(t *testing.T) {
		old.OK(t, "memberLogout", body{}, nil)
		st := approvalStatus(t, third)
		require.False(t, st.MayAsk)
		require.True(t, st.MayName)
		third.Refused(t, reason.ApprovalNobody, "memberAskApproval", body{})
		third.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	})
	t.Run("the request of a logged-out device is not shown", func(t *testing.T) {
		require.NotNil(t, pending(t, third).Request)
		fresh.OK(t, "memberLogout", body{}, nil)
		require.Nil(t, pending(t, third).Request)
	})
}

// A request ends together with the login that made it. A page that is still open cannot let the device in, and the next
// login on that device has no pending request.
func TestLoggedOutDeviceCannotBeApproved(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	for name, logOut := range map[string]func(old, tablet, thief *apptest.Client, device uuid.UUID){
		"remote logout": func(old, _, _ *apptest.Client, device uuid.UUID) {
			old.OK(t, "memberLogOutDevices", body{"deviceId": device}, nil)
		},
		"logout of all other devices": func(_, tablet, _ *apptest.Client, _ uuid.UUID) { tablet.OK(t, "memberLogOutDevices", body{}, nil) },
		"own logout":                  func(_, _, thief *apptest.Client, _ uuid.UUID) { thief.OK(t, "memberLogout", body{}, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			old, tablet := twoPhones(t, stack)
			old.LetIn(t, tablet)
			thief := newDevice(t, old)
			asked, shown := thief.AskIn(t), tablet.Pending(t)
			var device uuid.UUID
			require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT device_id FROM device_approval WHERE id = $1`, shown).Scan(&device))
			logOut(old, tablet, thief, device)
			tablet.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(shown, asked.Digits))
			if name != "own logout" {
				stack.AdvanceWall(24 * time.Hour)
				thief.Login(t)
				require.Equal(t, contract.ApprovalDataStateNone, approvalStatus(t, thief).State)
				tablet.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(shown, asked.Digits))
			}
			var trusted bool
			require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT trusted_at IS NOT NULL FROM device WHERE id = $1`, device).Scan(&trusted))
			require.False(t, trusted)
		})
	}
}

// Somebody who has only the number cannot annoy the member: one request at a time and three per day are allowed.
func TestApprovalRequestLimits(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	rival := newDevice(t, old)
	t.Run("one pending request at a time", func(t *testing.T) {
		fresh.AskIn(t)
		answer := rival.Refused(t, reason.ApprovalBusy, "memberAskApproval", body{})
		require.Equal(t, http.StatusConflict, answer.Status)
		st := approvalStatus(t, rival)
		require.False(t, st.MayAsk)
		require.InDelta(t, 300, st.RetryAfter, 5)
		require.False(t, st.MayName)
	})
	t.Run("the third answer with wrong digits ends the request", func(t *testing.T) {
		id, shown := old.Pending(t), approvalStatus(t, fresh).Digits
		for range 2 {
			old.Refused(t, reason.ApprovalWrong, "memberAnswerApproval", approve(id, otherDigits(shown)))
		}
		old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(id, otherDigits(shown)))
		old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(id, shown))
		require.Equal(t, contract.ApprovalDataStateFailed, approvalStatus(t, fresh).State)
		fresh.Refused(t, reason.SecondFactNeeded, "orderList", body{"tab": "all"})
	})
	t.Run("three requests per day, and the second fact an hour after a refusal", func(t *testing.T) {
		rival.AskIn(t)
		stack.Advance(t, member.ApprovalLife)
		fresh.AskIn(t)
		old.OK(t, "memberAnswerApproval", refuse(old.Pending(t)), nil)
		stack.AdvanceWall(24 * time.Hour)
		fresh.Login(t)
		answer := fresh.Refused(t, reason.ApprovalTooMany, "memberAskApproval", body{})
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
		fresh.Refused(t, reason.ApprovalFirst, "memberSecondFact", body{"idLast4": "0999"})
		stack.Advance(t, member.QuestionPause)
		require.True(t, approvalStatus(t, fresh).MayName)
		stack.Advance(t, 24*time.Hour)
		require.True(t, approvalStatus(t, fresh).MayAsk)
	})
}

// Of many concurrent requests in any process, only one is created.
func TestConcurrentApprovalRequestsCreateOne(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	old, first := twoPhones(t, stack)
	phones := []*apptest.Client{first, newDevice(t, old), newDevice(t, old), newDevice(t, old)}
	var group sync.WaitGroup
	answers := make(chan apptest.Answer, 5*len(phones))
	for _, phone := range phones {
		for range cap(answers) / len(phones) {
			group.Go(func() { answers <- phone.Call(t, "memberAskApproval", body{}) })
		}
	}
	group.Wait()
	close(answers)
	for answer := range answers {
		require.True(t, answer.Success || answer.Failure.Reason == reason.ApprovalBusy, "%s", answer.Body)
	}
	var requests int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM device_approval`).Scan(&requests))
	require.Equal(t, 1, requests)

	t.Run("concurrent approvals and refusals leave state and trust consistent", func(t *testing.T) {
		id := old.Pending(t)
		var digits string
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT digits FROM device_approval`).Scan(&digits))
		var group sync.WaitGroup
		results := make(chan bool, 20)
		for n := range cap(results) {
			group.Go(func() {
				answer := refuse(id)
				if n%2 == 0 {
					answer = approve(id, digits)
				}
				results <- old.Call(t, "memberAnswerApproval", answer).Success
			})
		}
		group.Wait()
		close(results)
		succeeded := 0
		for success := range results {
			if success {
				succeeded++
			}
		}
		require.Positive(t, succeeded)
		require.LessOrEqual(t, succeeded, cap(results)/2, "only answers like the first one succeed")
		var trusted, state = false, ""
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT a.state, d.trusted_at IS NOT NULL FROM device_approval a JOIN device d ON d.id = a.device_id`).Scan(&state, &trusted))
		require.Contains(t, []string{"approved", "refused"}, state)
		require.Equal(t, state == "approved", trusted)
	})
}

// Of many concurrent guesses at the two digits, no more count than one after the other: after the third, the right digits let nobody in.
func TestConcurrentWrongDigitsEndTheRequest(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	old, fresh := twoPhones(t, stack)
	shown := fresh.AskIn(t).Digits
	id := old.Pending(t)
	wrong := make([]bool, 20)
	atOnce(len(wrong), func(n int) {
		answer := callUntilDone(t, old, uuid.NewString(), "memberAnswerApproval", approve(id, otherDigits(shown)))
		wrong[n] = answer.Failure.Reason == reason.ApprovalWrong
		require.True(t, wrong[n] || answer.Failure.Reason == reason.ApprovalOver, "%s", answer.Body)
	})
	told := 0
	for _, one := range wrong {
		if one {
			told++
		}
	}
	require.Equal(t, member.ApprovalTries-1, told, "the last wrong try ends the request")
	old.Refused(t, reason.ApprovalOver, "memberAnswerApproval", approve(id, shown))
	fresh.Refused(t, reason.SecondFactNeeded, "orderList", body{"tab": "all"})
}

func TestPendingApprovalReportsNewDevices(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	news := pending(t, old).NewDevice
	require.NotNil(t, news)
	require.Equal(t, "device_new", news.Kind)
	old.LetIn(t, fresh)
	require.Nil(t, pending(t, fresh).NewDevice, "a device is not notified of itself")

	third := newDevice(t, old)
	news = pending(t, old).NewDevice
	require.NotNil(t, news)
	require.Equal(t, news.NoticeID, pending(t, fresh).NewDevice.NoticeID)
	old.OK(t, "memberLogOutDevices", body{"deviceId": news.SubjectID}, nil)
	third.Refused(t, reason.SessionEnded, "memberQuery", body{})
	old.OK(t, "supportRead", body{"noticeIds": []any{news.NoticeID}}, nil)
	require.Nil(t, pending(t, old).NewDevice)
}

// The inbox lists the new device with the other notices. The old phone is asked about it until it marks this notice
// itself: marking the whole list, or marking the notice on the new phone, does not answer the question.
func TestNewDeviceNoticeIsReadOnlyByExplicitMark(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	fresh.AskIn(t)
	stack.Advance(t, member.ApprovalLife)
	fresh.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	news := pending(t, old).NewDevice
	require.NotNil(t, news)
	var left contract.UnreadData
	for _, phone := range []*apptest.Client{old, fresh} {
		phone.OK(t, "supportRead", body{"upTo": news.NoticeID}, &left)
	}
	fresh.OK(t, "supportRead", body{"noticeIds": []any{news.NoticeID}}, &left)
	require.Zero(t, left.Unread, "the new device has no unread notice")
	require.Equal(t, news.NoticeID, pending(t, old).NewDevice.NoticeID)
	old.OK(t, "supportRead", body{"noticeIds": []any{news.NoticeID}}, &left)
	require.Zero(t, left.Unread)
	require.Nil(t, pending(t, old).NewDevice)
}

// The copy of a member's data includes the approval requests.
func TestDataCopyIncludesApprovalRequests(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old := m.borrower(t)
	setIDNumber(t, m.Stack, old, "001199000999")
	old.LetIn(t, newDevice(t, old))
	old.Refresh(t, 204)
	var data contract.MemberCopyData
	old.OK(t, "memberData", body{}, &data)
	for _, section := range data.Sections {
		if section.Name == "deviceApprovals" {
			require.Len(t, section.Records, 1)
			require.Equal(t, "approved", section.Records[0]["state"])
			return
		}
	}
	t.Fatal("the data copy has no section deviceApprovals")
}
