package api_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// noticesOf returns the notices of a kind in a borrower's inbox.
func noticesOf(t *testing.T, c *apptest.Client, kind string) (found []contract.InboxNotice) {
	t.Helper()
	var box contract.InboxData
	c.OK(t, "supportInbox", body{}, &box)
	for _, n := range box.Notices {
		if n.Kind == kind {
			found = append(found, n)
		}
	}
	return found
}

func TestNewDeviceNoticeIsSentToOtherDevices(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	require.Empty(t, noticesOf(t, old, "device_new"), "the first device causes no notice")
	fresh := newDevice(t, old)
	notices := noticesOf(t, old, "device_new")
	require.Len(t, notices, 1)
	require.Equal(t, "Có thiết bị mới đăng nhập", notices[0].Title)
	require.Contains(t, notices[0].Text, "danh sách thiết bị")
	old.Lang = "en"
	require.Equal(t, "A new device logged in", noticesOf(t, old, "device_new")[0].Title)
	stack.AdvanceWall(24 * time.Hour)
	fresh.Token = ""
	fresh.Login(t)
	require.Len(t, noticesOf(t, old, "device_new"), 1, "a known device causes no notice")
}

// When the last characters of an ID admit a device, no person has approved it. The other devices are notified at once
// and can log it out.
func TestNoticeOfDeviceAdmittedBySecondFact(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	old.OK(t, "supportRead", body{"noticeIds": []any{pending(t, old).NewDevice.NoticeID}}, nil)
	fresh.AskIn(t)
	stack.Advance(t, member.ApprovalLife)
	fresh.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "1234"})
	require.Nil(t, pending(t, old).NewDevice)
	fresh.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	news := pending(t, old).NewDevice
	require.NotNil(t, news)
	require.Equal(t, "device_let_in", news.Kind)
	require.Equal(t, "Một thiết bị đã được xác nhận bằng số giấy tờ của bạn", news.Title)
	require.Nil(t, pending(t, fresh).NewDevice, "a device is not notified of itself")
	fresh.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	require.Len(t, noticesOf(t, old, "device_let_in"), 1, "a repeated second fact sends no further notice")
	old.OK(t, "memberLogOutDevices", body{"deviceId": news.SubjectID}, nil)
	fresh.Refused(t, reason.SessionEnded, "memberQuery", body{})

	t.Run("the notice replaces that of the device's login", func(t *testing.T) {
		third := newDevice(t, old)
		require.Equal(t, "device_new", pending(t, old).NewDevice.Kind)
		old.OK(t, "memberLogout", body{}, nil)
		third.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
		stack.AdvanceWall(24 * time.Hour)
		old.Login(t)
		shown := pending(t, old).NewDevice
		require.Equal(t, "device_let_in", shown.Kind)
		old.OK(t, "supportRead", body{"noticeIds": []any{news.NoticeID, shown.NoticeID}}, nil)
		require.Nil(t, pending(t, old).NewDevice)
	})
}

func TestNoticeOfCarrierResult(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	verifyNumber(t, c)
	require.Empty(t, noticesOf(t, c, "carrier_verified"), "no notice without an identity, because the number may have a new holder")
	c.OK(t, "authIdentity", identityBody(t, c, "001199000326"), nil)
	done := verifyNumber(t, c)
	notices := noticesOf(t, c, "carrier_verified")
	require.Len(t, notices, 1)
	require.Equal(t, done.SessionID, *notices[0].SubjectID)
	require.Contains(t, notices[0].Text, "VinaPhone")
}

func TestNoticeOfReceivedProof(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 91+2)
	answer := upload(t, d.client, kindOf("proof"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var file contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &file))
	d.OK(t, "repayProof", body{"orderId": d.loan.OrderID, "fileIds": []uuid.UUID{file.FileID}, "note": "x"}, nil)
	notices := noticesOf(t, d.client, "proof_received")
	require.Len(t, notices, 1)
	require.Contains(t, notices[0].Text, d.loan.OrderNo)
	require.Equal(t, d.loan.OrderID, *notices[0].OrderID)
}
