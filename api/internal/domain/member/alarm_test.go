package member

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type discardingGateway struct{}

func (discardingGateway) Send(context.Context, sms.Message) error { return nil }

// Many codes for similar numbers, or from one network, raise an alarm. No one is refused or needs an image code because of it.
func TestManyCodesForOneRangeOrNetworkRaiseAnAlarm(t *testing.T) {
	t.Parallel()
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{1}, secret.KeySize))
	require.NoError(t, err)
	limits := Defaults()
	limits.Range = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2, Soft: true}}
	limits.Network = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 3, Soft: true}}
	var alarms []string
	at := clock.Fixed(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	m := New(Deps{
		Pool: postgrestest.New(t), Clock: at, Region: region.Get("vi"), Hasher: hasher, SMS: discardingGateway{}, Limits: limits,
		Limiter: limit.New(hasher).At(at.Now), Alarm: func(bucket, subject string) { alarms = append(alarms, bucket+" "+subject) },
	})
	send := func(phone string, address int) {
		t.Helper()
		_, err := m.SendCode(t.Context(), SendRequest{
			Phone: phone, Type: CodeLogin, Lang: lang.VI,
			From: Caller{IP: fmt.Sprintf("203.0.113.%d", address), Network: "203.0.113.0/24"},
		})
		require.NoError(t, err)
	}
	send("0912300001", 1)
	send("0912300002", 2)
	require.Empty(t, alarms)
	send("0912300003", 3)
	require.Equal(t, []string{"sms.range 09123"}, alarms)
	send("0987600001", 4)
	require.Equal(t, []string{"sms.range 09123", "sms.network 203.0.113.0/24"}, alarms)
}
