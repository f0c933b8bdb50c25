package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// A token left on a phone becomes invalid when the phone logs in again. Other phones are not affected.
func TestDeviceHasOneSession(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	before, other := *c, stack.Client(t)
	stack.AdvanceWall(48 * time.Hour)
	other.Phone = c.Phone
	other.Login(t)
	stack.AdvanceWall(48 * time.Hour)
	c.Login(t)
	require.NotEqual(t, before.Token, c.Token)
	before.Refused(t, reason.SessionEnded, "memberQuery", body{})
	c.OK(t, "memberQuery", body{}, nil)
	other.OK(t, "memberQuery", body{}, nil)
}

func TestIdleSessionEndsWhereConfigured(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Set("SESSION_IDLE", "1h"))
	c := stack.Login(t)
	for range 3 {
		stack.Advance(t, 50*time.Minute)
		c.OK(t, "memberQuery", body{}, nil)
	}
	stack.Advance(t, time.Hour+time.Minute)
	c.Refused(t, reason.SessionEnded, "memberQuery", body{})

	patient := apptest.Start(t)
	c = patient.Login(t)
	patient.Advance(t, 719*time.Hour)
	c.OK(t, "memberQuery", body{}, nil)
}

func TestOperatorEndsSessions(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	stolen, other := stack.Login(t), stack.Login(t)
	office, err := stack.Apps[0].OpsAccess()
	require.NoError(t, err)
	ended, err := office.Back.EndSessions(t.Context(), stolen.Phone, "a stolen phone", "ops:anna")
	require.NoError(t, err)
	require.EqualValues(t, 1, ended)
	stolen.Refused(t, reason.SessionEnded, "memberQuery", body{})
	other.OK(t, "memberQuery", body{}, nil)

	stack.AdvanceWall(48 * time.Hour)
	stolen.Login(t)
	ended, err = office.Back.EndAllSessions(t.Context(), "stolen tokens", "ops:anna")
	require.NoError(t, err)
	require.EqualValues(t, 2, ended)
	for _, c := range []*apptest.Client{stolen, other} {
		c.Refused(t, reason.SessionEnded, "memberQuery", body{})
	}
}

// The first lookup after an hour does not wait for a write: the time the device was seen is written later.
func TestFirstSessionLookupAfterAnHourWritesNothing(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	stack.Advance(t, time.Hour)
	var statements []postgres.Statement
	stack.Listen(func(_ string, sent []postgres.Statement) { statements = append(statements, sent...) })
	c.OK(t, "memberQuery", body{}, nil)
	stack.Listen(nil)
	require.NotEmpty(t, statements)
	for _, one := range statements {
		require.NotRegexp(t, `(?i)\b(INSERT|UPDATE|DELETE)\b`, one.SQL)
	}
}
