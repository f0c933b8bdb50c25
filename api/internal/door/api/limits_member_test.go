package api_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// tooMany makes a call concurrently, spread over all processes, and returns how many answers are TooManyRequests.
func tooMany(t *testing.T, c *apptest.Client, times int, operation string, said body) int {
	t.Helper()
	var wait sync.WaitGroup
	answers := make(chan apptest.Answer, times)
	room := make(chan struct{}, 8)
	for range times {
		wait.Go(func() {
			room <- struct{}{}
			answers <- c.Call(t, operation, said)
			<-room
		})
	}
	wait.Wait()
	close(answers)
	refused := 0
	for a := range answers {
		if a.Status == http.StatusTooManyRequests {
			require.Equal(t, reason.TooManyRequests, a.Failure.Reason)
			require.Positive(t, a.Failure.RetryAfter)
			refused++
		}
	}
	return refused
}

// Calls that one member could otherwise repeat without end, and so fill the database, are limited. The count is shared
// by all processes.
func TestWriteCallsAreLimitedPerMember(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	d := newDebtor(t, stack, 10)
	for _, one := range []struct {
		operation string
		said      body
		most      int
	}{
		{"repayBank", d.ask(700_000, "repayment"), 60},
		{"authSaveDraft", body{"topic": "personal", "data": body{"nickname": "Lan"}}, 300},
		{"memberSetConsent", consentBody("marketing", true), 60},
		{"orderCancel", body{"orderId": uuid.NewString()}, 600},
	} {
		require.Equal(t, 5, tooMany(t, d.client, one.most+5, one.operation, one.said), one.operation)
	}
	// Some calls share a count, and other members have counts of their own.
	require.Equal(t, 1, tooMany(t, d.client, 1, "supportSaveDraft", body{"name": "message", "data": body{"text": "Lan"}}))
	require.Equal(t, 1, tooMany(t, d.client, 1, "repayPaycode", d.ask(700_000, "repayment")))
	other := newDebtor(t, stack, 10)
	other.intent(t, "repayBank", 700_000, "repayment")
	// A call that is refused for another reason counts as well.
	for range 59 {
		other.Refused(t, reason.OrderNotFound, "repayPaycode", d.ask(700_000, "repayment"))
	}
	other.Refused(t, reason.TooManyRequests, "repayPaycode", d.ask(700_000, "repayment"))
	other.Refused(t, reason.TooManyRequests, "repayBank", other.ask(700_000, "repayment"))
}

// Every call with a key leaves a row, whatever its result.
func TestIdempotencyKeysAreLimitedPerMember(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	require.Zero(t, tooMany(t, c, 600, "orderCancel", body{"orderId": uuid.NewString()}))
	document, err := contract.Load()
	require.NoError(t, err)
	limited := 0
	for _, op := range document.Operations() {
		if !op.Idempotent || op.Access != contract.AccessClosed || slices.Contains([]string{"repayBank", "repayPaycode", "repayExtend"}, op.ID) {
			continue // those of payments have a limit of their own
		}
		answer := c.Send(t, op, sample(op.Path), asJSON(), valid(t, op))
		if reason.PasswordWeak == answer.Failure.Reason || answer.Failure.FieldReasons["servicePassword"] != "" {
			continue // refused before a key is claimed
		}
		require.Equal(t, reason.TooManyRequests, answer.Failure.Reason, "%s: %s", op.ID, answer.Body)
		limited++
	}
	require.Greater(t, limited, 12)
	var keys int
	require.NoError(t, c.Stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM idempotency_key`).Scan(&keys))
	require.LessOrEqual(t, keys, 600)
}

// Page records are limited by their number, whatever phone number they state. A member is counted separately from
// strangers at the same address.
func TestPageRecordsAreLimited(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	visitor, member := stack.Client(t), stack.Login(t)
	member.IP = visitor.IP
	many := make([]body, 50)
	for i := range many {
		many[i] = body{"pageId": "/m/home", "buttonId": ""}
	}
	said := body{"phoneNumber": member.Phone, "records": many}
	require.Equal(t, 3, tooMany(t, visitor, 103, "submitDataRecord", said))
	require.Equal(t, 2, tooMany(t, member, 22, "submitDataRecord", said))
}
