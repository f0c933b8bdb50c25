package sms

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestDeskStoresTheMessage(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	require.NoError(t, NewDesk(tx, clock.Fixed(at)).Send(t.Context(), awkward))
	var phone, body string
	var sent time.Time
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT phone, body, sent_at FROM desk_sms`).Scan(&phone, &body, &sent))
	require.Equal(t, awkward.Phone, phone)
	require.Equal(t, awkward.Body, body)
	require.True(t, at.Equal(sent))
}
