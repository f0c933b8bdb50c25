package member

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// fakeGateway is an SMS gateway that returns err. If during is set, it is called during the request.
type fakeGateway struct {
	err    error
	during func()
}

func (b *fakeGateway) Send(context.Context, sms.Message) error {
	if b.during != nil {
		b.during()
	}
	return b.err
}

var (
	errNotTaken      = fmt.Errorf("%w: status 503", sms.ErrNotTaken)
	errUnknownResult = errors.New("sms: provider answers 502")
	requestingDevice = uuid.MustParse("00000000-0000-4000-8000-000000000002")
	requestedNumber  = "0912345678"
)

// sender returns members with the given SMS gateway, and the clock for codes and limits.
func sender(t *testing.T, gateway sms.Gateway) (*Members, *clock.Manual) {
	t.Helper()
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{1}, secret.KeySize))
	require.NoError(t, err)
	at := clock.NewManual(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	limits := Defaults()
	limits.IPFree[0].Max, limits.IPFreeNamed[0].Max, limits.IPSoft[0].Max = 100, 100, 100
	limits.PhoneFree.Max = 100
	return New(Deps{
		Pool: postgrestest.New(t), Clock: at, Region: region.Get("vi"), Hasher: hasher, SMS: gateway, Limits: limits,
		Limiter: limit.New(hasher).At(at.Now),
	}), at
}

func ask(t *testing.T, m *Members, kind CodeType, from Caller) *reason.Error {
	t.Helper()
	_, err := m.SendCode(t.Context(), SendRequest{Phone: requestedNumber, Type: kind, Device: requestingDevice, Lang: lang.VI, From: from})
	return reason.From(err)
}

// spec: 8.10003, 8.10006
func TestUnsentCodeCanBeRequestedAgainAtOnce(t *testing.T) {
	t.Parallel()
	for kind, from := range map[CodeType]Caller{
		CodeLogin: {IP: "203.0.113.1"}, CodeConfirm: {IP: "203.0.113.1"}, CodeData: {IP: "203.0.113.1", Device: "a phone"},
	} {
		gateway := &fakeGateway{err: errNotTaken}
		m, _ := sender(t, gateway)
		for range 12 {
			down := ask(t, m, kind, from)
			require.Equal(t, reason.CodeNotObtained, down.Reason, "the next request is allowed at once and no daily limit is used up")
			require.Less(t, down.RetryAfter, ResendAfter)
		}
		gateway.err = sms.ErrRefused
		require.Equal(t, reason.CarrierInvalid, ask(t, m, kind, from).Reason)
		again := ask(t, m, kind, from)
		require.Equal(t, reason.SMSNotYet, again.Reason, "a code for a number that the provider refuses still counts, but nobody can enter it")
		require.Empty(t, again.SMSPhone, "the app opens its dialog for the code if it gets a number")
		require.Equal(t, ResendAfter, again.RetryAfter)
	}
}

// The database may fail after it has counted the code.
func TestCodeThatWasNotStoredForSureCanBeRequestedAgainAtOnce(t *testing.T) {
	t.Parallel()
	for _, kind := range []CodeType{CodeLogin, CodeConfirm} {
		m, _ := sender(t, &fakeGateway{})
		doubt, url := postgrestest.OpenDoubt(t, postgrestest.Create(t).DirectURL) // the line itself loses the answer, without a pooler
		m.Pool = postgrestest.Open(t, url)
		for range 12 {
			doubt.Lose("INSERT 0 1")
			require.Equal(t, reason.SystemBusy, ask(t, m, kind, Caller{IP: "203.0.113.1", Device: "a phone"}).Reason)
		}
		require.Nil(t, ask(t, m, kind, Caller{IP: "203.0.113.1", Device: "a phone"}))
		var codes int
		require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM sms_code`).Scan(&codes))
		require.Equal(t, 1, codes, "a code that was not sent must not replace one that was")
	}
}

func TestUnsentCodesDoNotCountTowardsTheDeviceLimit(t *testing.T) {
	t.Parallel()
	gateway := &fakeGateway{err: errNotTaken}
	m, _ := sender(t, gateway)
	for range 12 {
		require.Equal(t, reason.CodeNotObtained, ask(t, m, CodeLogin, Caller{IP: "203.0.113.1", Device: "a phone"}).Reason)
	}
}

// Whatever the provider answers and whenever guesses are made, there are at most CodeTries guesses per code that the limits allow.
func TestSMSOutageAllowsNoExtraGuesses(t *testing.T) {
	t.Parallel()
	most := Defaults().Phone[3].Max * CodeTries
	for name, gateway := range map[string]*fakeGateway{
		"not taken": {err: errNotTaken}, "unknown result": {err: errUnknownResult}, "refused": {err: sms.ErrRefused}, "request cancelled": {err: context.Canceled},
	} {
		for _, kind := range []CodeType{CodeLogin, CodeConfirm} {
			for _, while := range []bool{true, false} {
				m, at := sender(t, gateway)
				from, guesses := Caller{IP: "203.0.113.1", Device: "a phone"}, 0
				asker := m.askedOn(requestingDevice)
				if kind == CodeLogin {
					asker = m.askedFrom(from)
				}
				guess := func() {
					for range CodeTries + 1 {
						_, err := m.judge(t.Context(), m.Pool, enteredCode{requestedNumber, kind, asker, "000000"}, uuid.Nil, at.Now())
						if errors.Is(err, errGuessed) {
							guesses++
						}
					}
				}
				gateway.during = nil
				if while {
					gateway.during = guess
				}
				for range 18 {
					for range 3 {
						ask(t, m, kind, from)
						guess()
					}
					at.Advance(10 * time.Minute)
				}
				require.LessOrEqual(t, guesses, most, "%s, %v, guesses during the send: %v", name, kind, while)
				// A code that will never arrive is withdrawn after the send, and only then.
				withdrawn := name == "not taken" || name == "refused"
				require.Equal(t, while || !withdrawn, guesses > 0, "%s, %v, guesses during the send: %v: %d", name, kind, while, guesses)
			}
		}
	}
}

func TestCodeWithUnknownSendResultCounts(t *testing.T) {
	t.Parallel()
	for _, kind := range []CodeType{CodeLogin, CodeConfirm} {
		m, at := sender(t, &fakeGateway{err: errUnknownResult})
		from := Caller{IP: "203.0.113.1"}
		open := ask(t, m, kind, from)
		require.Equal(t, reason.CodeUncertain, open.Reason, "the response says that the result is unknown")
		require.Equal(t, ResendAfter, open.RetryAfter)
		require.Empty(t, open.SMSPhone)
		require.Equal(t, reason.SMSTooSoon, ask(t, m, kind, from).Reason)
		at.Advance(ResendAfter)
		require.Equal(t, reason.CodeUncertain, ask(t, m, kind, from).Reason)
	}
}

// After a code that was not sent, the code before it is the newest again.
func TestPreviousCodeIsValidAfterAnUnsentCode(t *testing.T) {
	t.Parallel()
	gateway := &fakeGateway{err: errNotTaken}
	m, at := sender(t, gateway)
	_, code, err := m.issueCode(t.Context(), m.Pool, requestedNumber, CodeConfirm, m.askedOn(requestingDevice), nil, at.Now())
	require.NoError(t, err)
	at.Advance(ResendAfter)
	require.Equal(t, reason.CodeNotObtained, ask(t, m, CodeConfirm, Caller{}).Reason)
	require.NoError(t, m.VerifyCode(t.Context(), m.Pool, requestedNumber, requestingDevice, CodeConfirm, code, at.Now()))
}

// Codes that were not sent because of an outage do not lower the share of verified codes.
func TestCodesUnsentInAnOutageDoNotLowerTheVerifiedShare(t *testing.T) {
	t.Parallel()
	for _, down := range []error{errNotTaken, errUnknownResult} {
		m, at := sender(t, &fakeGateway{err: down})
		m.Limits.Phone, m.Limits.ShareSample = []limit.Rule{{Name: dayRule, Per: day, Max: 100}}, 5
		for range 10 {
			ask(t, m, CodeLogin, Caller{IP: "203.0.113.1"})
		}
		at.Advance(10 * time.Minute)
		low, err := m.shareTooLow(t.Context())
		require.NoError(t, err)
		require.False(t, low, "%v", down)
		share, err := ShareOfCodes(at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		require.Zero(t, share.Sent, "%v", down)
	}
}

// Codes that were not sent because of an outage do not count as unverified codes of an address.
func TestCodesUnsentInAnOutageDoNotCountAsUnverified(t *testing.T) {
	t.Parallel()
	for _, down := range []error{errNotTaken, errUnknownResult} {
		gateway := &fakeGateway{err: down}
		m, _ := sender(t, gateway)
		m.Limits.Unverified = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 1}}
		m.Limits.UnverifiedNetwork = m.Limits.Unverified
		m.Limits.Phone = []limit.Rule{{Name: dayRule, Per: day, Max: 100}}
		m.Limits.PhoneNetwork = m.Limits.Phone
		from := Caller{IP: "203.0.113.1", Network: "203.0.113.0/24"}
		for range 3 {
			require.NotEqual(t, reason.TooManyRequests, ask(t, m, CodeLogin, from).Reason, "%v", down)
		}
		gateway.err = sms.ErrRefused
		require.Equal(t, reason.CarrierInvalid, ask(t, m, CodeLogin, from).Reason)
		require.Equal(t, reason.TooManyRequests, ask(t, m, CodeLogin, from).Reason)
	}
}
