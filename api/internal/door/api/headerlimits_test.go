package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The limits of the contract on headers hold for every call. A header that is too long or malformed is refused with a
// message in the borrower's language that names the header.
func TestHeadersOutsideContractAreRefused(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	c.Lang = "th"
	document, err := contract.Load()
	require.NoError(t, err)
	wrong := map[string][]string{
		"X-Device-Id":     {strings.Repeat("d", 65), "short", "not the name of a device", "' OR 1=1 -- ........."},
		"Accept-Language": {strings.Repeat("en,", 70)},
		"X-Timestamp":     {strings.Repeat("1", 21)},
		"X-Signature":     {strings.Repeat("a", 129)},
	}
	held := map[string]bool{}
	for _, op := range document.Operations() {
		for _, name := range op.Headers() {
			require.Contains(t, wrong, name, "%s has a header that this test does not cover", op.ID)
			for _, value := range wrong[name] {
				header := asJSON()
				header.Set(name, value)
				answer := c.Send(t, op, sample(op.Path), header, []byte(`{}`))
				require.Equal(t, http.StatusBadRequest, answer.Status, "%s with %s: %s: %s", op.ID, name, value, answer.Body)
				require.Equal(t, reason.InvalidParameter, answer.Failure.Reason)
				require.Contains(t, answer.Failure.FieldReasons, name)
				if name != "Accept-Language" {
					require.Contains(t, answer.Msg, "ข้อมูล", "the message is in Thai")
				}
				held[name] = true
			}
		}
	}
	require.Len(t, held, len(wrong))
}

// A browser that lists many languages passes, and so do device names of every allowed length.
func TestHeadersAtTheirLimitsAreAccepted(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	op := apptest.Operation(t, "memberGetLoginType")
	for _, device := range []string{strings.Repeat("d", 16), strings.Repeat("-", 64)} {
		header := asJSON()
		header.Set("X-Device-Id", device)
		header.Set("Accept-Language", "vi-VN,vi;q=0.9,fr-FR;q=0.8,fr;q=0.7,en-US;q=0.6,en;q=0.5,zh-CN;q=0.4,zh;q=0.3,th;q=0.2,ja;q=0.1"+strings.Repeat(" ", 20)+",*;q=0.1")
		answer := c.Send(t, op, op.Path, header, []byte(`{"phoneNum":"`+c.Phone+`"}`))
		require.True(t, answer.Success, "%s", answer.Body)
	}
}
