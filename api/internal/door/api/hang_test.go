package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// settle pays everything that is owed.
func (d debtor) settle(t testing.TB) {
	t.Helper()
	last := d.intent(t, "repayBank", 1, "payoff")
	from := d.from()
	from.Account, from.Amount, from.Memo = last.AccountNumber, money.Of(last.Amount, money.VND), last.Memo
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	d.paid(t, last.IntentID)
}

// 16 borrowers wait for documents from a store that hangs, with a pool of 6 connections. Other calls are not affected.
func TestHangingStoreDoesNotBlockQueries(t *testing.T) {
	t.Parallel()
	store := s3test.New(t)
	gate := store.Gate(t)
	stack := apptest.Start(t, apptest.Set("S3_ENDPOINT", "http://"+gate.Endpoint))
	d := newDebtor(t, stack, 30)
	d.settle(t)
	queries := func() time.Duration {
		began := time.Now()
		d.OK(t, "repayOptions", body{"orderId": d.loan.OrderID}, nil)
		d.OK(t, "memberQuery", body{}, nil)
		return time.Since(began)
	}
	alone := queries()
	const callers = 16
	gate.Shut()
	var calls errgroup.Group
	for i := range callers {
		caller := *d.client
		caller.Lang = []string{"en", "th", "cn"}[i%3]
		calls.Go(func() error {
			_, err := caller.Try(t.Context(), uuid.NewString(), "repayCertificate", body{"orderId": d.loan.OrderID})
			return err
		})
	}
	require.Eventually(t, func() bool { return gate.Held() >= callers }, 10*time.Second, time.Millisecond, "all callers wait for the store")
	require.Less(t, queries(), 2*time.Second+3*alone)
	gate.Open()
	require.NoError(t, calls.Wait())

	var rows, documents int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*), (SELECT count(*) FROM loan_document) FROM file_object WHERE kind = 'document'`).Scan(&rows, &documents))
	require.Equal(t, documents, rows, "only the first caller leaves a file row")
}

// A process starts while the store hangs and serves calls that need no file. Calls that need one are refused at once
// and work as soon as the store does.
func TestProcessStartsWhileStoreHangs(t *testing.T) {
	t.Parallel()
	gate := s3test.New(t).Gate(t)
	gate.Shut()
	began := time.Now()
	stack := apptest.Start(t, apptest.Set("S3_ENDPOINT", "http://"+gate.Endpoint))
	c := stack.Login(t)
	c.OK(t, "memberQuery", body{}, nil)
	require.True(t, c.Raw(t, http.MethodGet, "/readyz", nil, nil).Success)
	refused := upload(t, c, kindOf("identity"), photo(t))
	require.Equal(t, reason.FileStoreAway, refused.Failure.Reason)
	require.Less(t, time.Since(began), 30*time.Second, "the response waited for the store")
	gate.Open()
	require.Eventually(t, func() bool { return upload(t, c, kindOf("identity"), photo(t)).Success }, 60*time.Second, 500*time.Millisecond)
}

// A process without a working store stays in service, and its pages and configuration are served at once.
func TestProcessStaysReadyWhileStoreHangs(t *testing.T) {
	t.Parallel()
	gate := s3test.New(t).Gate(t)
	c := apptest.Start(t, apptest.Set("S3_ENDPOINT", "http://"+gate.Endpoint)).Client(t)
	gate.Shut()
	defer gate.Open()
	began := time.Now()
	require.True(t, c.Raw(t, http.MethodGet, "/readyz", nil, nil).Success)
	for range 5 {
		c.OK(t, "configProduct", body{}, nil)
	}
	require.Less(t, time.Since(began), 8*time.Second, "the response waited for the store")
}

// A call that uploads a picture is answered in time as well and says what is wrong.
func TestUploadToHangingStoreIsRefusedInTime(t *testing.T) {
	t.Parallel()
	gate := s3test.New(t).Gate(t)
	c := apptest.Start(t, apptest.Set("S3_ENDPOINT", "http://"+gate.Endpoint)).Login(t)
	picture := photo(t)
	gate.Shut()
	defer gate.Open()
	began := time.Now()
	answer := upload(t, c, kindOf("identity"), picture)
	require.Equal(t, reason.FileStoreAway, answer.Failure.Reason, "%s", answer.Body)
	require.Less(t, time.Since(began), 30*time.Second, "the response waited for the store")
}
