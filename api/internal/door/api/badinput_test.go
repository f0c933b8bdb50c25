package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The tests go through the whole contract, so new calls are covered without a change here.

// asJSON returns the headers of a valid JSON request.
func asJSON() http.Header {
	return http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {uuid.NewString()}}
}

// refusedInput sends an invalid request and expects an envelope with a client error.
func refusedInput(t *testing.T, c *apptest.Client, op contract.Operation, header http.Header, raw []byte, what string) {
	t.Helper()
	answer := c.Send(t, op, sample(op.Path), header, raw)
	require.False(t, answer.Success, "%s accepted %s: %s", op.ID, what, answer.Body)
	require.GreaterOrEqual(t, answer.Status, 400)
	require.Less(t, answer.Status, 500, "%s with %s: %s", op.ID, what, answer.Body)
	require.NotEmpty(t, answer.Msg)
}

// sample fills in the parameters of a path.
func sample(path string) string {
	return strings.NewReplacer("{id}", uuid.NewString(), "{gateway}", "sandbox", "{lender}", "nobody", "{channel}", "vinaphone", "{merchant}", "sandbox").Replace(path)
}

// spec: 8.10001
func TestMalformedRequestsAreRefusedAndStoreNothing(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	c.Refresh(t, 201)
	document, err := contract.Load()
	require.NoError(t, err)
	before := fingerprints(t, stack)
	for _, op := range document.Operations() {
		if !op.JSON {
			continue
		}
		for what, raw := range malformed {
			refusedInput(t, c, op, asJSON(), []byte(raw), what)
		}
		for what, raw := range mutations(t, op) {
			refusedInput(t, c, op, asJSON(), raw, what)
		}
		header := asJSON()
		for _, mediaType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json-patch+json", ";;"} {
			if op.ID == "submitDataRecord" && mediaType == "text/plain" {
				// A beacon that a closing page sends cannot have the media type of JSON.
				continue
			}
			header["Content-Type"] = []string{mediaType}
			refusedInput(t, c, op, header, valid(t, op), "content type "+mediaType)
		}
		packed := asJSON()
		packed.Set("Content-Encoding", "gzip")
		refusedInput(t, c, op, packed, valid(t, op), "a compressed body")
		if op.Idempotent {
			for _, key := range []string{"", "short", strings.Repeat("k", 129), "control\tcharacter"} {
				header := asJSON()
				header["Idempotency-Key"] = []string{key}
				answer := c.Send(t, op, op.Path, header, valid(t, op))
				require.Equal(t, reason.IdempotencyKeyNeeded, answer.Failure.Reason, "%s with key %q", op.ID, key)
			}
		}
	}
	require.Equal(t, before, fingerprints(t, stack), "refused requests store nothing")
}

var malformed = map[string]string{
	"an empty body":     ``,
	"null":              `null`,
	"a list":            `[]`,
	"a string":          `"text"`,
	"a number":          `1`,
	"truncated JSON":    `{`,
	"two values":        `{}{}`,
	"broken UTF-8":      "{\"a\":\"\xff\xfe\"}",
	"deep nesting":      strings.Repeat(`{"a":`, 12_000),
	"an oversized body": `{"a":"` + strings.Repeat("x", 64<<10) + `"}`,
	"an unknown field":  `{"thisFieldIsNotInTheContract":1}`,
}

// TestWellFormedNonsenseCausesNoServerError sends well-formed requests that make no sense: ids of other members, absurd
// amounts, dates in another century.
func TestWellFormedNonsenseCausesNoServerError(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		if !op.JSON {
			continue
		}
		// Each call has its own session, because logging out is one of the calls.
		c := stack.Login(t)
		for range 3 {
			answer := c.Send(t, op, sample(op.Path), asJSON(), valid(t, op))
			require.Less(t, answer.Status, 500, "%s: %s", op.ID, answer.Body)
		}
		for what, raw := range extremes(t, op) {
			answer := c.Send(t, op, sample(op.Path), asJSON(), raw)
			require.Less(t, answer.Status, 500, "%s with %s: %s", op.ID, what, answer.Body)
		}
	}
}

// spec: 6.auth-token, 6.borrower
func TestClosedCallsNeedASession(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		if op.Access == contract.AccessOpen {
			continue
		}
		for _, token := range []string{"", "unknown", strings.Repeat("x", 3000)} {
			if token == "" && op.Access == contract.AccessEither {
				continue
			}
			c.Token = token
			answer := c.Send(t, op, sample(op.Path), asJSON(), []byte(`{}`))
			require.Equal(t, http.StatusUnauthorized, answer.Status, "%s", op.ID)
			require.Equal(t, 10640105, answer.ErrorCode)
		}
	}
}

func TestOtherMethodsAreNotAllowed(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, "PROPFIND"} {
			if method == op.Method {
				continue
			}
			answer := c.Raw(t, method, sample(op.Path), asJSON(), nil)
			require.Equal(t, http.StatusMethodNotAllowed, answer.Status, "%s %s: %s", method, op.Path, answer.Body)
			require.Equal(t, reason.MethodNotAllowed, answer.Failure.Reason)
			require.Contains(t, strings.Split(answer.Header.Get("Allow"), ", "), op.Method, "%s %s", method, op.Path)
		}
	}
}

// fingerprints returns a hash of every table that records what members and operators did. It leaves out the progress of
// background jobs and the time a device was last seen, which is written after the call.
func fingerprints(t *testing.T, stack *apptest.Stack) map[string]string {
	t.Helper()
	query, err := stack.Owner.Query(t.Context(), `
		SELECT table_schema || '.' || table_name FROM information_schema.tables
		WHERE table_schema IN ('public', 'sandbox_bank', 'sandbox_carrier') AND table_name NOT LIKE 'river%'
			AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', table_schema, table_name)::regclass) -- a partition is read through its parent table
			AND table_name NOT IN ('rate_limit', 'accrual_pass', 'reminder_pass', 'purge_pass', 'reconcile_run', 'lease', 'sweep_setback')`)
	require.NoError(t, err)
	names, err := pgx.CollectRows(query, pgx.RowTo[string])
	require.NoError(t, err)
	prints := map[string]string{}
	for _, name := range names {
		var print string
		sql := `SELECT count(*) || ' ' || coalesce(md5(string_agg(row, '' ORDER BY row)), '')
			FROM (SELECT md5((to_jsonb(x) - 'seen_at')::text) AS row FROM ` + name + ` x) AS rows`
		require.NoError(t, stack.Owner.QueryRow(t.Context(), sql).Scan(&print))
		prints[name] = print
	}
	return prints
}

// encode returns a value as JSON without HTML escaping, as clients send it.
func encode(t testing.TB, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(value))
	return out.Bytes()
}
