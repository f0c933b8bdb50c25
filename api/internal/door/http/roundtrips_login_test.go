package http_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

// TestRoundTripsOfLoginAndMember is the table of what a login costs: session, BEGIN and COMMIT included, a batch as one.
func TestRoundTripsOfLoginAndMember(t *testing.T) {
	t.Parallel()
	town := housetest.Start(t)
	c := town.Client(t)
	trips := func(most int, operation string, b body) {
		t.Helper()
		answer := c.Call(t, operation, b)
		require.True(t, answer.Success, "%s: %s", operation, answer.Body)
		require.LessOrEqual(t, answer.Trips, most, operation)
	}
	trips(0, "configProduct", body{})
	trips(2, "memberCheckPhone", body{"phoneNum": c.Phone})
	trips(5, "memberSendSmsCode", send(c.Phone))
	trips(6, "memberSmsLogin", login(c.Phone, town.Code(t, c.Phone)))

	c = town.Login(t)
	trips(2, "memberQuery", body{})
	trips(4, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 201})
	trips(3, "memberCheckSmsCode", body{"smsCode": town.Code(t, c.Phone), "type": 201})
	upload := upload(t, c, kindOf("identity"), photo(t))
	require.LessOrEqual(t, upload.Trips, 3)
	trips(2, "memberLogout", body{})
}
