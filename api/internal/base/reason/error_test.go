package reason_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func TestTextFormatsArgumentsInLanguage(t *testing.T) {
	t.Parallel()
	frozen := reason.New(reason.ProductFrozen, "date", money.MustDate("2026-03-12"), "time", "07:03")
	require.Equal(t, "Bạn có thể đăng ký lại gói vay này từ 07:03\u00a0ngày 12\u00a0tháng\u00a03,\u00a02026.", frozen.Text(lang.VI))
	require.Equal(t, "You can apply for this product again from 07:03 on 12\u00a0March\u00a02026.", frozen.Text(lang.EN))

	least := reason.New(reason.AmountBelowMinimum, "amount", money.Whole(100, money.THB))
	require.Contains(t, least.Text(lang.TH), "฿100")

	wait := reason.New(reason.TooManyRequests).After(97 * time.Second)
	require.Contains(t, wait.Text(lang.CN), "97秒")

	reset := reason.New(reason.DailyLimit, "time", "00:00", "date", money.MustDate("2026-11-27"))
	require.Contains(t, reset.Text(lang.EN), "from 00:00 on 27\u00a0November\u00a02026.")
	require.Contains(t, reset.Text(lang.TH), "2569", "Thai dates must have Buddhist years")
	require.Contains(t, reset.Text(lang.CN), money.FormatDay(money.MustDate("2026-11-27"), lang.CN)+" 00:00")
}

func TestTextFillsAllPlaceholders(t *testing.T) {
	t.Parallel()
	for _, r := range reason.All() {
		e := reason.New(r, "number", int64(2), "count", int32(3), "time", "4", "date", money.MustDate("2026-01-05"),
			"amount", money.Of(6, money.VND), "min", money.Of(7, money.VND), "max", money.Of(8, money.VND), "step", money.Of(9, money.VND), "orders", "LM1, LM2")
		for _, l := range lang.All {
			require.NotContains(t, e.Text(l), "{", "%s in %s", r, l)
		}
	}
}

func TestUnknownErrorsAreSanitised(t *testing.T) {
	t.Parallel()
	leak := errors.New("password=hunter2 at 10.0.0.7")
	e := reason.From(fmt.Errorf("store: %w", leak))
	require.Equal(t, reason.System, e.Reason)
	for _, l := range lang.All {
		require.NotContains(t, e.Text(l), "hunter2")
	}
	require.ErrorIs(t, e, leak, "the cause must stay in the error chain for the log")
	require.Equal(t, reason.SystemBusy, reason.From(fmt.Errorf("q: %w", context.DeadlineExceeded)).Reason)
	require.Nil(t, reason.From(nil))
	require.Equal(t, reason.System.Code(), reason.Reason("made_up").Code(), "a reason outside the catalogue must map to the system error")
}

func TestErrorsAreFoundThroughWrapping(t *testing.T) {
	t.Parallel()
	cause := errors.New("unique_violation")
	err := fmt.Errorf("kyc: %w", reason.New(reason.ContactDuplicate).Because(cause))
	require.ErrorIs(t, err, reason.New(reason.ContactDuplicate))
	require.NotErrorIs(t, err, reason.New(reason.ContactPhoneOwn))
	require.ErrorIs(t, err, cause)
	require.Equal(t, reason.ContactDuplicate, reason.Of(err))
	require.Empty(t, reason.Of(nil))
	require.Contains(t, err.Error(), "unique_violation")
}

func TestErrorSurvivesJSONRoundTrip(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	e := reason.New(reason.ProductFrozen, "date", money.MustDate("2026-03-12"), "amount", money.Of(5, money.VND), "count", 7, "time", "08:00").
		After(90 * time.Second).Until(at).Phone("090••••567").Because(errors.New("gone"))
	e.Fields = map[string]reason.Reason{"contacts.0.phone": reason.ContactPhoneOwn}
	raw, err := json.Marshal(e)
	require.NoError(t, err)
	var back reason.Error
	require.NoError(t, json.Unmarshal(raw, &back))
	want := *e
	require.Equal(t, want.Because(nil), &back)
	require.Equal(t, e.Text(lang.VI), back.Text(lang.VI))
	require.Error(t, json.Unmarshal([]byte(`{"reason":1}`), &back))
}

// As an error of the system, it would be repeated under the same key for a day, each time with an alarm.
func TestStoredReasonOfANewerVersionIsARefusal(t *testing.T) {
	t.Parallel()
	var back *reason.Error
	require.NoError(t, json.Unmarshal([]byte(`{"reason":"of_tomorrow","args":{"no":"1"},"retryAfter":7}`), &back))
	require.Equal(t, reason.New(reason.StateChanged), back)
	require.False(t, back.Reason.Retryable())
}

func TestInvalidFieldError(t *testing.T) {
	t.Parallel()
	e := reason.InvalidField("phoneNum", reason.PhoneInvalid)
	require.Equal(t, 10001, e.Reason.Code())
	require.Equal(t, 400, e.Reason.Status())
	require.Contains(t, e.Error(), "phoneNum")
}

func TestNewPanicsOnInvalidArguments(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { reason.New(reason.DailyLimit, "time") })
	require.Panics(t, func() { reason.New(reason.DailyLimit, 1, 2) })
	require.Panics(t, func() { reason.New(reason.DailyLimit, "time", 1.5) })
}

func TestTextContainsRetryAfter(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		for _, r := range []reason.Reason{reason.TooManyRequests, reason.FaceWait} {
			for _, wait := range []time.Duration{1500 * time.Millisecond, time.Hour} {
				require.Contains(t, reason.New(r).After(wait).Text(l), l.Wait(wait), "%s in %s", r, l)
			}
			require.NotContains(t, reason.New(r).Text(l), "{")
		}
	}
}

func TestConnectionErrorsAreBusy(t *testing.T) {
	t.Parallel()
	for _, err := range []error{io.ErrUnexpectedEOF, &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, context.DeadlineExceeded, context.Canceled} {
		e := reason.From(fmt.Errorf("wrapped: %w", err))
		require.Equal(t, reason.SystemBusy, e.Reason)
		require.Equal(t, time.Second, e.RetryAfter)
	}
}
