package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/logtest"
)

// pageError returns the report of a page about a failure.
func pageError(message string) body {
	return body{
		"surface": "app", "kind": "render", "page": "/m/order/detail/*", "name": "TypeError", "message": message,
		"stack": "TypeError\nat Home (https://m.example.com/assets/house-Bx.js?t=1:1:104223)", "version": "a1b2c3",
	}
}

// pageFailures returns the page failures in a log so far.
func pageFailures(t *testing.T, log *logtest.Buffer) (found []map[string]string) {
	t.Helper()
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, `"a page failed"`) {
			var fields map[string]string
			require.NoError(t, json.Unmarshal([]byte(line), &fields), "%s", line)
			found = append(found, fields)
		}
	}
	return found
}

func TestPageErrorIsLoggedWithoutPersonalData(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	stack := apptest.Start(t, apptest.Log(&log))
	c := stack.Login(t)
	failure := pageError("no order of " + c.Phone + " in \"Nguyễn Văn An\", /m/login?phone=" + c.Phone)
	c.OK(t, "submitPageError", failure, nil)
	require.Equal(t, []map[string]string{{
		"level": "warn", "message": "a page failed", "surface": "app", "kind": "render", "page": "/m/order/detail/*", "error": "TypeError",
		"text": "no order of # in \"#\", /m/login", "stack": "TypeError\nat Home (house-Bx.js)", "version": "a1b2c3",
	}}, pageFailures(t, &log))
	c.Token = "of a session that has ended"
	c.OK(t, "submitPageError", failure, nil)
}

func TestPageErrorReportsAreLimited(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	stack := apptest.Start(t, apptest.Processes(2), apptest.Log(&log))
	c := stack.Client(t)
	for range 60 {
		c.OK(t, "submitPageError", pageError("again"), nil)
	}
	require.Len(t, pageFailures(t, &log), 10, "only the first ten equal failures are logged, counted over all processes")
	c.Refused(t, reason.TooManyRequests, "submitPageError", pageError("again"))
	stack.Client(t).OK(t, "submitPageError", pageError("another"), nil)
	require.Len(t, pageFailures(t, &log), 11, "a different failure from another address is logged")
	for range 539 {
		stack.Client(t).OK(t, "submitPageError", pageError("again"), nil)
	}
	stack.Client(t).Refused(t, reason.TooManyRequests, "submitPageError", pageError("again"))
	stack.AdvanceWall(10 * time.Minute)
	c.OK(t, "submitPageError", pageError("again"), nil)
}

func TestPageErrorFieldsAreValidated(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	for field, wrong := range map[string]any{
		"surface": "moon", "kind": "", "page": "/m/<script>", "name": strings.Repeat("x", 65), "message": strings.Repeat("x", 301),
		"stack": strings.Repeat("x", 2001), "version": "1\n2", "phone": "0912345678",
	} {
		failure := maps.Clone(pageError("x"))
		failure[field] = wrong
		require.Equal(t, http.StatusBadRequest, c.Refused(t, reason.InvalidParameter, "submitPageError", failure).Status, field)
	}
}
