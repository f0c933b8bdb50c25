package api_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func TestFreshCodeLastsFifteenMinutes(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	fresh := func() *time.Time {
		var me contract.MemberData
		c.OK(t, "memberQuery", body{}, &me)
		return me.FreshUntil
	}
	require.Nil(t, fresh())
	c.SendCode(t, 201)
	code := stack.Code(t, c.Phone)
	c.Refused(t, reason.CodeFirst, "memberCheckSmsCode", body{"smsCode": code, "type": 202})
	c.Refused(t, reason.SMSCodeWrong, "memberCheckSmsCode", body{"smsCode": wrong(code), "type": 201})
	c.OK(t, "memberCheckSmsCode", body{"smsCode": code, "type": 201}, nil)
	until := fresh()
	require.NotNil(t, until)
	require.WithinDuration(t, stack.Now().Add(15*time.Minute), *until, time.Minute)

	// A phone that never received the answer asks again: it gets the same minutes, and no other session gets any.
	c.OK(t, "memberCheckSmsCode", body{"smsCode": code, "type": 201}, nil)
	require.Equal(t, until, fresh())
	c.Refused(t, reason.CodeFirst, "memberCheckSmsCode", body{"smsCode": wrong(code), "type": 201})
	c.Refused(t, reason.CodeFirst, "memberCheckSmsCode", body{"smsCode": code, "type": 202})
	stack.Login(t).Refused(t, reason.CodeFirst, "memberCheckSmsCode", body{"smsCode": code, "type": 201})
	stack.Advance(t, 3*time.Minute)
	c.Refused(t, reason.CodeFirst, "memberCheckSmsCode", body{"smsCode": code, "type": 201})
	stack.Advance(t, 12*time.Minute)
	require.Nil(t, fresh())
	c.Refused(t, reason.InvalidParameter, "memberCheckSmsCode", body{"smsCode": code, "type": 200})
}

// A code works only for the purpose for which it was sent. Two calls need a recent code check, and two take the code
// itself. Each is tried with a code of each type.
func TestCodeIsValidOnlyForItsPurpose(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	for _, given := range []int{201, 202, 203, 204} {
		t.Run(strconv.Itoa(given), func(t *testing.T) {
			t.Parallel()
			c, leaving := m.borrower(t), m.Login(t)
			setIDNumber(t, m.Stack, c, "001199000"+strconv.Itoa(given))
			order := m.apply(t, c, 2_000_000, 91)
			m.await(t, c, order, loan.ToConfirm)
			tryCode := func(c *apptest.Client, opens int, instead reason.Reason, call string, said body) {
				t.Helper()
				if given == opens {
					c.OK(t, call, said, nil)
				} else {
					c.Refused(t, instead, call, said)
				}
			}
			m.AdvanceWall(3 * time.Minute)
			c.Refresh(t, given)
			var me contract.MemberData
			c.OK(t, "memberQuery", body{}, &me)
			require.Equal(t, given, *me.FreshFor)
			tryCode(c, 204, reason.FreshCodeNeeded, "memberData", body{})
			tryCode(c, 202, reason.FreshCodeNeeded, "bankCardAdd", cardBody("0071000967859"))

			var text contract.ContractData
			c.OK(t, "orderContract", body{"orderId": order.OrderID}, &text)
			m.AdvanceWall(3 * time.Minute)
			c.SendCode(t, given)
			tryCode(c, 201, reason.CodeFirst, "orderConfirm", body{
				"orderId": order.OrderID, "smsCode": m.Code(t, c.Phone), "contractHash": text.Hash, "contractAccepted": true,
			})
			leaving.SendCode(t, given)
			tryCode(leaving, 203, reason.CodeFirst, "memberDeleteAccount", body{"smsCode": m.Code(t, leaving.Phone)})
		})
	}
}

func TestCodeForAnotherPurposeEndsPreviousFreshCode(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	setIDNumber(t, m.Stack, c, "001199000999")
	m.AdvanceWall(3 * time.Minute)
	c.Refresh(t, 202)
	c.Refused(t, reason.FreshCodeNeeded, "memberData", body{})
	m.AdvanceWall(3 * time.Minute)
	c.Refresh(t, 204)
	c.OK(t, "memberData", body{}, nil)
	c.Refused(t, reason.FreshCodeNeeded, "bankCardAdd", cardBody("0071000967859"))
}

func TestStepUpCodesGoToTheSessionsOwnNumber(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	visitor, c := stack.Client(t), stack.Login(t)
	visitor.Refused(t, reason.SessionEnded, "memberSendSmsCode", body{"phoneNum": visitor.Phone, "type": 201})
	var sent contract.SendSmsCodeData
	c.OK(t, "memberSendSmsCode", body{"phoneNum": visitor.Phone, "type": 203}, &sent)
	require.Contains(t, sent.SmsPhone, c.Phone[7:])
	require.Contains(t, stack.SMS(t, c.Phone), "xóa tài khoản")
	c.Refused(t, reason.SMSTooSoon, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 203})
	c.SendCode(t, 202)
}

// verified gives a member an identity whose number ends in 0999.
func verified(t testing.TB, stack *apptest.Stack, c *apptest.Client) {
	t.Helper()
	file := `INSERT INTO file_object (member_id, kind, object_key, mime, bytes, sha256, created_at)
		VALUES ($1, 'identity', $2, 'image/jpeg', 1, '', now()) RETURNING id`
	var front, back uuid.UUID
	require.NoError(t, stack.Pool.QueryRow(t.Context(), file, c.MemberID, uuid.NewString()).Scan(&front))
	require.NoError(t, stack.Pool.QueryRow(t.Context(), file, c.MemberID, uuid.NewString()).Scan(&back))
	_, err := stack.Pool.Exec(t.Context(), `
		INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender,
			front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Nguyễn Thị Lan', '', $2, '0999', '1984-05-05', 0, $3, $4, now())`,
		c.MemberID, []byte(c.Phone), front, back)
	require.NoError(t, err)
}

func TestNewDeviceSeesNoPersonalDataBeforeSecondFact(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	verified(t, stack, old)
	var me contract.MemberData
	old.OK(t, "memberQuery", body{}, &me)
	require.NotEmpty(t, me.Name)

	stack.AdvanceWall(24 * time.Hour)
	stranger := stack.Client(t)
	stranger.Phone = old.Phone
	data := stranger.Login(t)
	require.Equal(t, old.MemberID, data.MemberID)

	me = contract.MemberData{}
	stranger.OK(t, "memberQuery", body{}, &me)
	require.True(t, me.SecondFactNeeded)
	require.Empty(t, me.Name)
	require.Empty(t, me.Verification.Items)
	require.Zero(t, me.CreditLimit)
	for _, call := range []string{"fileGet", "memberCheckSmsCode"} {
		op := apptest.Operation(t, call)
		if op.JSON {
			stranger.Refused(t, reason.SecondFactNeeded, call, body{"smsCode": "1234", "type": 201})
		} else {
			answer := stranger.Send(t, op, "/app/file/"+uuid.NewString(), nil, nil)
			require.Equal(t, reason.SecondFactNeeded, answer.Failure.Reason)
		}
	}
	stranger.Refused(t, reason.SecondFactNeeded, "memberSendSmsCode", body{"phoneNum": old.Phone, "type": 202})

	// No device is left that could approve it.
	old.OK(t, "memberLogout", body{}, nil)
	for range 4 {
		stranger.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "1234"})
	}
	stranger.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	stranger.OK(t, "memberQuery", body{}, &me)
	require.False(t, me.SecondFactNeeded)
	require.NotEmpty(t, me.Name)

	t.Run("the old device stays trusted", func(t *testing.T) {
		stack.AdvanceWall(24 * time.Hour)
		old.Login(t)
		old.OK(t, "memberQuery", body{}, &me)
		require.False(t, me.SecondFactNeeded)
	})
	t.Run("tries per day are limited", func(t *testing.T) {
		old.OK(t, "memberLogout", body{}, nil)
		stranger.OK(t, "memberLogout", body{}, nil)
		stack.AdvanceWall(24 * time.Hour)
		third := stack.Client(t)
		third.Phone = old.Phone
		third.Login(t)
		for range 5 {
			third.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "1234"})
		}
		answer := third.Refused(t, reason.TooManyRequests, "memberSecondFact", body{"idLast4": "0999"})
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
		third.OK(t, "memberLogout", body{}, nil)
	})
	t.Run("tries over several days are limited", func(t *testing.T) {
		tried := 0
		for range 6 {
			stack.AdvanceWall(24 * time.Hour)
			guessing := stack.Client(t)
			guessing.Phone = old.Phone
			guessing.Login(t)
			for guessing.Call(t, "memberSecondFact", body{"idLast4": "1234"}).Failure.Reason == reason.SecondFactWrong {
				tried++
			}
		}
		require.LessOrEqual(t, tried, 10, "in addition to the ten tries of the days before")
		stack.AdvanceWall(30 * 24 * time.Hour)
		owner := stack.Client(t)
		owner.Phone = old.Phone
		owner.Login(t)
		owner.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	})
}
