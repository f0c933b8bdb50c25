package api_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The API enforces the same format for account numbers as the one it tells the app.
func TestAccountNumberFormMatchesConfiguration(t *testing.T) {
	t.Parallel()
	forms := map[string]contract.AccountNumberForm{
		"vi": {Min: 6, Max: 19, Letters: true}, "cn": {Min: 12, Max: 19}, "id": {Min: 8, Max: 16}, "th": {Min: 10, Max: 15}, "gh": {Min: 10, Max: 16},
	}
	for _, code := range region.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t, apptest.Set("REGION", code))
			c := stack.Login(t)
			var config contract.ProductConfig
			c.OK(t, "configProduct", body{}, &config)
			form := config.Region.AccountNumber
			require.Equal(t, forms[code], form)
			// The second entry always differs, so no card is added.
			wrong := func(number string) bool {
				answer := c.Refused(t, reason.InvalidParameter, "bankCardAdd", body{
					"bankCode": stack.Region().Banks[0].Code, "accountNumber": number, "accountNumberAgain": number + "1", "accountType": "account",
				})
				require.Contains(t, answer.Failure.Fields, "accountNumberAgain")
				_, named := answer.Failure.Fields["accountNumber"]
				return named
			}
			digits := strings.Repeat("7", form.Max+1)
			require.True(t, wrong(digits[:form.Min-1]))
			require.False(t, wrong(digits[:form.Min]))
			require.False(t, wrong(digits[:form.Max]))
			require.True(t, wrong(digits))
			require.Equal(t, !form.Letters, wrong("a"+digits[:form.Min]))
		})
	}
}
