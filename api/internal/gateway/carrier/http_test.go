package carrier_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

var key = []byte("0123456789abcdef0123456789abcdef")

// service is a local server for the protocol. It checks the signature, records the request and returns a fixed answer.
type service struct {
	path string
	body map[string]any
}

func open(t *testing.T, status int, answer string) (*carrier.HTTP, *service) {
	t.Helper()
	s := &service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil || secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		s.path, s.body = r.URL.Path, nil
		_ = json.Unmarshal(raw, &s.body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return carrier.NewHTTP(server.URL, "M1", key), s
}

var request = carrier.Request{
	Reference: "r1", Carrier: "viettel", Region: "vi", Kind: carrier.Verify, Number: "+84981234567", Password: "matkhau1234",
}

func TestHTTPFollowsTheProtocol(t *testing.T) {
	t.Parallel()
	gateway, received := open(t, http.StatusOK, `{"state":"code","codeLength":6}`)
	ctx := context.Background()
	answer, err := gateway.Start(ctx, request)
	require.NoError(t, err)
	require.Equal(t, carrier.Answer{State: carrier.Code, CodeLength: 6}, answer)
	require.Equal(t, "/start", received.path)
	require.Equal(t, map[string]any{
		"merchant": "M1", "reference": "r1", "carrier": "viettel", "region": "vi", "kind": "verify", "number": "+84981234567", "password": "matkhau1234",
	}, received.body)
	for path, ask := range map[string]func() (carrier.Answer, error){
		"/code":   func() (carrier.Answer, error) { return gateway.SubmitCode(ctx, "r1", "123456") },
		"/resend": func() (carrier.Answer, error) { return gateway.SendCode(ctx, "r1") },
		"/lookup": func() (carrier.Answer, error) { return gateway.Lookup(ctx, "r1") },
	} {
		answer, err := ask()
		require.NoError(t, err)
		require.Equal(t, carrier.Code, answer.State)
		require.Equal(t, path, received.path)
		require.Equal(t, "r1", received.body["reference"])
	}
}

func TestHTTPReadsAnswers(t *testing.T) {
	t.Parallel()
	months := 14
	for said, want := range map[string]carrier.Answer{
		`{"state":"waiting"}`:                                   {State: carrier.Waiting},
		`{"state":"verified","tenureMonths":14}`:                {State: carrier.Verified, TenureMonths: &months},
		`{"state":"failed","reason":"wrong_password"}`:          {State: carrier.Failed, Reason: carrier.WrongPassword},
		`{"state":"failed","reason":"not_in_the_list"}`:         {State: carrier.Failed, Reason: carrier.Refused},
		`{"state":"failed"}`:                                    {State: carrier.Failed, Reason: carrier.Refused},
		`{"state":"code","reason":"wrong_code","codeLength":4}`: {State: carrier.Code, Reason: carrier.WrongCode, CodeLength: 4},
		`{"state":"notfound"}`:                                  {State: carrier.NotFound},
		`{"state":"perhaps"}`:                                   {State: carrier.Unknown},
		`{}`:                                                    {State: carrier.Unknown},
	} {
		gateway, _ := open(t, http.StatusOK, said)
		answer, err := gateway.Lookup(context.Background(), "r1")
		require.NoError(t, err, said)
		require.Equal(t, want, answer, said)
	}
}

// Any unclear response leaves the result of the request open. Only status 503 means that it was not accepted.
func TestHTTPUnknownIsNotFailed(t *testing.T) {
	t.Parallel()
	for status, said := range map[int]string{
		http.StatusInternalServerError: `{"state":"failed"}`, http.StatusUnauthorized: ``, http.StatusOK: `<html>`, http.StatusFound: ``,
	} {
		gateway, _ := open(t, status, said)
		answer, err := gateway.Start(context.Background(), request)
		require.Error(t, err)
		require.NotErrorIs(t, err, carrier.ErrDown)
		require.Equal(t, carrier.Unknown, answer.State)
	}
	for _, absurd := range []string{`{"state":"code","codeLength":40}`, `{"state":"verified","tenureMonths":-1}`, `{"state":"verified","tenureMonths":9999}`} {
		gateway, _ := open(t, http.StatusOK, absurd)
		answer, err := gateway.Lookup(context.Background(), "r1")
		require.Error(t, err, absurd)
		require.Equal(t, carrier.Unknown, answer.State)
	}
	down, _ := open(t, http.StatusServiceUnavailable, ``)
	_, err := down.Start(context.Background(), request)
	require.ErrorIs(t, err, carrier.ErrDown)

	slow, cancel := context.WithCancel(context.Background())
	cancel()
	gateway, _ := open(t, http.StatusOK, `{"state":"waiting"}`)
	answer, err := gateway.Start(slow, request)
	require.Error(t, err, "no response in time")
	require.Equal(t, carrier.Unknown, answer.State)
	require.NotContains(t, err.Error(), request.Password)
}

func TestHTTPRequestSignedWithAnotherKeyIsRefused(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		asked++
		if secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(server.Close)
	_, err := carrier.NewHTTP(server.URL, "M1", []byte("ffffffffffffffffffffffffffffffff")).Lookup(context.Background(), "r1")
	require.ErrorContains(t, err, "401")
	require.Equal(t, 1, asked)
}
