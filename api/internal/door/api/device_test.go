package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func devicesOf(t testing.TB, c *apptest.Client) []contract.LoggedInDevice {
	t.Helper()
	var data contract.DevicesData
	c.OK(t, "memberDevices", body{}, &data)
	return data.Devices
}

// deviceOf returns the device id of a client.
func deviceOf(t testing.TB, c *apptest.Client) uuid.UUID {
	t.Helper()
	for _, d := range devicesOf(t, c) {
		if d.Current {
			return d.DeviceID
		}
	}
	t.Fatal("the session's own device is missing from the list")
	return uuid.Nil
}

// newDevice returns a second phone with the same number, logged in a day later.
func newDevice(t testing.TB, c *apptest.Client) *apptest.Client {
	t.Helper()
	c.Stack.AdvanceWall(24 * time.Hour)
	second := c.Stack.Client(t)
	second.Phone = c.Phone
	second.Login(t)
	return second
}

func TestDevicesAreListedAndLoggedOutRemotely(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	here := stack.Login(t)
	there, further := newDevice(t, here), newDevice(t, here)
	list := devicesOf(t, here)
	require.Len(t, list, 3)
	own := deviceOf(t, here)
	for _, d := range list {
		require.Equal(t, d.DeviceID == own, d.Current)
	}

	t.Run("one device, with effect from its next call, and repeatable", func(t *testing.T) {
		device := deviceOf(t, there)
		var left contract.DevicesData
		here.OK(t, "memberLogOutDevices", body{"deviceId": device}, &left)
		require.Len(t, left.Devices, 2)
		here.OK(t, "memberLogOutDevices", body{"deviceId": device}, nil)
		answer := there.Refused(t, reason.SessionEnded, "memberQuery", body{})
		require.Equal(t, 10640105, answer.ErrorCode)
		require.Equal(t, http.StatusUnauthorized, answer.Status)
		further.OK(t, "memberQuery", body{}, nil)
	})
	t.Run("all other devices of this member only", func(t *testing.T) {
		stranger := stack.Login(t)
		here.OK(t, "memberLogOutDevices", body{}, nil)
		further.Refused(t, reason.SessionEnded, "memberQuery", body{})
		here.OK(t, "memberQuery", body{}, nil)
		stranger.OK(t, "memberQuery", body{}, nil)
		require.Len(t, devicesOf(t, here), 1)
		here.Refused(t, reason.DeviceNotFound, "memberLogOutDevices", body{"deviceId": deviceOf(t, stranger)})
		stranger.OK(t, "memberQuery", body{}, nil)
	})
}

// Somebody who has a phone that was logged out remotely may also have its SIM card.
func TestRemotelyLoggedOutDeviceNeedsSecondFactAgain(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	here := m.borrower(t)
	there := newDevice(t, here)
	here.LetIn(t, there)
	here.OK(t, "memberLogOutDevices", body{"deviceId": deviceOf(t, there)}, nil)
	m.AdvanceWall(24 * time.Hour)
	there.Login(t)
	there.Refused(t, reason.SecondFactNeeded, "orderList", body{"tab": "all"})
	m.AdvanceWall(24 * time.Hour)
	here.Login(t)
	here.OK(t, "orderList", body{"tab": "all"}, nil)
}

// A used code keeps working for two minutes on the phone that lost the answer, but not on a phone that was logged out
// in the meantime.
func TestUsedCodeOpensNoSessionAfterLogout(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	for name, logOut := range map[string]func(here, there *apptest.Client, device uuid.UUID){
		"remote logout": func(here, _ *apptest.Client, device uuid.UUID) {
			here.OK(t, "memberLogOutDevices", body{"deviceId": device}, nil)
		},
		"logout of all other devices": func(here, _ *apptest.Client, _ uuid.UUID) { here.OK(t, "memberLogOutDevices", body{}, nil) },
		"own logout":                  func(_, there *apptest.Client, _ uuid.UUID) { there.OK(t, "memberLogout", body{}, nil) },
	} {
		here := stack.Login(t)
		there := newDevice(t, here)
		logOut(here, there, deviceOf(t, there))
		there.Refused(t, reason.CodeFirst, "memberSmsLogin", login(there.Phone, stack.Code(t, there.Phone)))
		there.Refused(t, reason.SessionEnded, "memberQuery", body{})
		require.Len(t, devicesOf(t, here), 1, name)
	}
}

func TestDeviceListShowsLastSeenTime(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	here := stack.Login(t)
	there := newDevice(t, here)
	stack.Advance(t, time.Hour)
	here.OK(t, "memberQuery", body{}, nil)
	list := devicesOf(t, here)
	require.True(t, list[0].Current, "the most recently seen device comes first")
	require.InDelta(t, time.Hour, list[0].SeenAt.Sub(list[1].SeenAt), float64(10*time.Minute))
	require.NotEqual(t, deviceOf(t, there), list[0].DeviceID)
}
