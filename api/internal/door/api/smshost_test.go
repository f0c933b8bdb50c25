package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The client that requests a code for any number also sends the host name. It must not be able to add a line to the SMS
// that offers the code to another site.
// spec: 7.send-sms
func TestSMSCodeNamesOnlyOwnHosts(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	for host, named := range map[string]bool{
		"vayro.example": true, "M.VAYRO.example": true, "vayro.example.evil.example": false, "evil.example/win a phone": false,
	} {
		c := stack.Client(t)
		raw, err := json.Marshal(body{"phoneNum": c.Phone, "type": 200})
		require.NoError(t, err)
		op := apptest.Operation(t, "memberSendSmsCode")
		answer := c.Send(t, op, op.Path, http.Header{"Content-Type": {"application/json"}, "X-Forwarded-Host": {host}}, raw)
		require.True(t, answer.Success, "%s", answer.Body)
		sms := stack.SMS(t, c.Phone)
		if named {
			require.Regexp(t, `\n@(?i:`+host+`) #\d{4}$`, sms)
		} else {
			require.NotContains(t, sms, "evil", host)
			require.NotContains(t, sms, "@", host)
		}
	}
}
