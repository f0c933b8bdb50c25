package apptest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Code returns the latest code that we sent to a number: the digits at the end of the message's last line. Messages with a
// carrier's code do not have such a line.
func (stack *Stack) Code(t testing.TB, national string) string {
	t.Helper()
	body := stack.newest(t, national, "%#%")
	_, code, found := strings.Cut(body[strings.LastIndex(body, "\n")+1:], "#")
	require.True(t, found, "the last line must contain the code: %s", body)
	return code
}

// SMS returns the latest message to a national number of the stack's region.
func (stack *Stack) SMS(t testing.TB, national string) string {
	t.Helper()
	return stack.newest(t, national, "%")
}

func (stack *Stack) newest(t testing.TB, national, like string) string {
	t.Helper()
	var body string
	const newest = `SELECT body FROM desk_sms WHERE phone = $1 AND body LIKE $2 ORDER BY id DESC LIMIT 1`
	err := stack.Pool.QueryRow(t.Context(), newest, stack.Region().AreaCode+strings.TrimPrefix(national, "0"), like).Scan(&body)
	require.NoError(t, err, "no SMS was sent to %s", national)
	return body
}
