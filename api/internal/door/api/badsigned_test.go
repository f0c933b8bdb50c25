package api_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// A partner with a valid signature may still send nonsense.
func TestMalformedSignedCallbacksAreRefusedAndStoreNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Client(t)
	before := fingerprints(t, m.Stack)
	for id, hook := range map[string]struct {
		path string
		key  []byte
	}{
		"hookPayment": {"/hooks/payment/sandbox", callbackKey(m.Stack)},
		"hookLender":  {"/hooks/lender/sen", lender.Key(m.Apps[0].Config.Lender.Key.Bytes(), "sen")},
		"hookCarrier": {"/hooks/carrier/sandbox", carrierKey(m.Stack)},
	} {
		op := apptest.Operation(t, id)
		spoilt := mutations(t, op)
		for what, raw := range malformed {
			spoilt[what] = []byte(raw)
		}
		for what, raw := range spoilt {
			timestamp, signature := secret.Sign(hook.key, time.Now(), raw)
			header := http.Header{"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}
			answer := c.Send(t, op, hook.path, header, raw)
			require.Contains(t, []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge}, answer.Status, "%s with %s: %s", id, what, answer.Body)
			require.NotEmpty(t, answer.Msg)
		}
		for what, raw := range extremes(t, op) {
			timestamp, signature := secret.Sign(hook.key, time.Now(), raw)
			header := http.Header{"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}
			require.Less(t, c.Send(t, op, hook.path, header, raw).Status, 500, "%s with %s", id, what)
		}
	}
	after := fingerprints(t, m.Stack)
	// A payment that cannot be assigned is valid and goes to suspense, and some of the extreme values are such
	// payments.
	for _, table := range []string{"payment", "ledger_transaction", "ledger_entry", "ledger_balance", "hook_event"} {
		delete(before, "public."+table)
		delete(after, "public."+table)
	}
	require.Equal(t, before, after)
	reconcileOurs(t, m.Stack)
}

// reconcileOurs checks only our own books, because the reports of this test are missing from the bank's books.
func reconcileOurs(t *testing.T, stack *apptest.Stack) {
	t.Helper()
	var unbalanced, differing int
	require.NoError(t, stack.Owner.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY transaction_id, currency HAVING sum(amount) <> 0) u),
			(SELECT count(*) FROM (SELECT scope, account, currency, sum(amount) AS sum FROM ledger_entry GROUP BY 1, 2, 3) e
				FULL JOIN ledger_balance b USING (scope, account, currency) WHERE COALESCE(e.sum, 0) <> COALESCE(b.balance, 0))`).Scan(&unbalanced, &differing))
	require.Zero(t, unbalanced)
	require.Zero(t, differing)
}

// nonsense lists texts that are invalid in a path or a query.
var nonsense = []string{
	"", " ", "0", "-1", "null", "../../etc/passwd", "%00", "%ff%fe", "%2e%2e%2f", "%25", "%", "%zz", "a%00b", strings.Repeat("9", 3000),
	"{id}", "%7B%7D", "'%20OR%201=1--", uuid.Nil.String(), strings.ToUpper(uuid.NewString()), "%F0%9F%98%80", "%0d%0aX:%201",
}

func TestInvalidPathsAndQueriesCauseNoServerError(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	before := fingerprints(t, stack)
	for _, text := range nonsense {
		for _, path := range []string{
			"/app/file/" + text, "/app/getValidateCode?mobile=" + text, "/app/getValidateCode?mobile=" + text + "&mobile=0912345678&timestamp=" + text,
			"/hooks/payment/" + text, "/hooks/lender/" + text, "/hooks/carrier/" + text, "/app/mall/" + text + "/index", "/app/" + text, "/" + text + "/member/query",
		} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				if _, err := url.ParseRequestURI(path); err != nil {
					// Go's HTTP client does not send such a request, so the test writes it to the connection itself.
					require.Regexp(t, `^HTTP/1\.1 (4\d\d|200) `, sendRaw(t, stack, method+" "+path+" HTTP/1.1\r\nHost: vayro.example\r\nConnection: close\r\n\r\n"), path)
					continue
				}
				answer := c.Raw(t, method, path, asJSON(), []byte(`{}`))
				require.Less(t, answer.Status, 500, "%s %s: %s", method, path, answer.Body)
				if answer.Status >= 400 {
					require.NotEmpty(t, answer.Msg, "%s %s: %s", method, path, answer.Body)
					require.NotZero(t, answer.ErrorCode)
				}
			}
		}
	}
	after := fingerprints(t, stack)
	maps.DeleteFunc(after, func(table, _ string) bool { return table == "public.image_code" })
	delete(before, "public.image_code")
	require.Equal(t, before, after)
}

func TestInvalidHeadersCauseNoServerError(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	for name, values := range map[string][]string{
		"token": {"a", "b"}, "Accept-Language": {strings.Repeat("vi;q=0.1,", 800)}, "X-Device-Id": {strings.Repeat("d", 3000)},
		"X-Forwarded-For": {"not an address, ::1, 999.1.1.1"}, "Content-Encoding": {"gzip"}, "Idempotency-Key": {"\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"},
	} {
		header := asJSON()
		header[name] = values
		for _, operation := range []string{"memberQuery", "loanList", "loanApply", "memberCheckPhone"} {
			op := apptest.Operation(t, operation)
			answer := c.Send(t, op, op.Path, header, valid(t, op))
			require.Less(t, answer.Status, 500, "%s with %s: %s", operation, name, answer.Body)
		}
	}
	answer := sendRaw(t, stack, "POST /app/member/query HTTP/1.1\r\nHost: vayro.example\r\nConnection: close\r\n"+
		"X-Much: "+strings.Repeat("x", 200<<10)+"\r\n\r\n")
	require.Regexp(t, `^HTTP/1\.1 4\d\d `, answer)
	require.Contains(t, sendRaw(t, stack, "POST /app/member/query HTTP/1.1\r\nHost: v\r\nContent-Length: -5\r\nConnection: close\r\n\r\n"), "HTTP/1.1 400")
	c.Refused(t, reason.NotFound, "repayIntent", body{"intentId": uuid.New()})
}
