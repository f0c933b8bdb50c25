package member

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

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

// broken is a gateway that answers with an error, or with none.
type broken struct{ err error }

func (b *broken) Send(context.Context, sms.Message) error { return b.err }

// spec: 8.10003, 8.10006
func TestACodeThatWasNotSentKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{1}, secret.KeySize))
	require.NoError(t, err)
	at := clock.Fixed(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	for _, kind := range []CodeType{CodeLogin, CodeConfirm} {
		gateway := &broken{errors.New("down")}
		limits := Defaults()
		limits.IPFree[0].Max = 10
		m := New(Deps{
			Pool: postgrestest.New(t), Clock: at, Region: region.Get("vi"), Hasher: hasher, SMS: gateway, Limits: limits,
			Limiter: limit.New(hasher).At(at.Now),
		})
		send := func() reason.Reason {
			_, err := m.SendCode(t.Context(), SendRequest{Phone: "0912345678", Type: kind, Lang: lang.VI, From: Caller{IP: "203.0.113.1"}})
			return reason.Of(err)
		}
		require.Equal(t, reason.CodeNotObtained, send())
		require.Equal(t, reason.CodeNotObtained, send(), "it is tried again at once")
		gateway.err = sms.ErrRefused
		require.Equal(t, reason.CarrierInvalid, send())
		require.Equal(t, reason.SMSTooSoon, send(), "a number that takes no messages stays counted")
	}
}
