package sms

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func isRefusal(err error) bool { return errors.Is(err, ErrRefused) }

// redirect sends requests for Twilio to a local server.
type redirect struct{ to *url.URL }

func (d redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Meant-For", r.URL.Host)
	r.URL.Scheme, r.URL.Host = d.to.Scheme, d.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// twilioServer responds like Twilio's API (https://www.twilio.com/docs/messaging/api/message-resource).
func twilioServer(t *testing.T, status int, answer string) (*Twilio, *http.Request, *url.Values) {
	t.Helper()
	seen, form := &http.Request{}, &url.Values{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = *r
		raw, _ := io.ReadAll(r.Body)
		*form, _ = url.ParseQuery(string(raw))
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	to, err := url.Parse(server.URL)
	require.NoError(t, err)
	gateway, err := NewTwilio(TwilioConfig{
		AccountSID: "AC00000000000000000000000000000000", AuthToken: "secret", From: "VAYRO", Transport: redirect{to},
	})
	require.NoError(t, err)
	return gateway, seen, form
}

func TestTwilioCreatesAMessage(t *testing.T) {
	t.Parallel()
	gateway, seen, form := twilioServer(t, http.StatusCreated, `{"sid": "SM1", "status": "queued"}`)
	require.NoError(t, gateway.Send(t.Context(), awkward))
	require.Equal(t, http.MethodPost, seen.Method)
	require.Equal(t, "/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json", seen.URL.Path)
	require.Equal(t, "api.twilio.com", seen.Header.Get("X-Meant-For"))
	user, password, ok := seen.BasicAuth()
	require.True(t, ok)
	require.Equal(t, "AC00000000000000000000000000000000/secret", user+"/"+password)
	require.Equal(t, url.Values{"To": {awkward.Phone}, "From": {"VAYRO"}, "Body": {awkward.Body}}, *form)
}

func TestTwilioDistinguishesRefusalFromFailure(t *testing.T) {
	t.Parallel()
	gateway, _, _ := twilioServer(t, http.StatusBadRequest, `{"code": 21211, "message": "The 'To' number +84901234567 is not valid", "status": 400}`)
	err := gateway.Send(t.Context(), awkward)
	require.ErrorIs(t, err, ErrRefused)
	require.ErrorContains(t, err, "21211")
	require.NotContains(t, err.Error(), "901234567", "the provider's message contains the number")

	for _, failure := range []struct {
		status int
		answer string
	}{
		{http.StatusUnauthorized, `{"code": 20003, "message": "Authenticate", "status": 401}`},
		{http.StatusForbidden, `{"code": 20005, "message": "Account not active", "status": 403}`},
		{http.StatusBadRequest, `{"code": 21606, "message": "The 'From' number is not message-capable", "status": 400}`},
		{http.StatusBadRequest, `{"code": 21408, "message": "Permission to send has not been enabled for the region", "status": 400}`},
		{http.StatusBadRequest, `{"code": 21608, "message": "The number is unverified", "status": 400}`},
		{http.StatusNotFound, `{"code": 20404, "message": "The requested resource was not found", "status": 404}`},
	} {
		gateway, _, _ = twilioServer(t, failure.status, failure.answer)
		err = gateway.Send(t.Context(), awkward)
		require.NotErrorIs(t, err, ErrRefused, failure.answer)
		require.ErrorIs(t, err, ErrNotTaken, failure.answer)
	}

	gateway, _, _ = twilioServer(t, http.StatusServiceUnavailable, `{"code": 20503, "message": "busy", "status": 503}`)
	err = gateway.Send(t.Context(), awkward)
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrRefused)
}

func TestTwilioNeedsASender(t *testing.T) {
	t.Parallel()
	_, err := NewTwilio(TwilioConfig{AccountSID: "AC", AuthToken: "x"})
	require.Error(t, err)
	_, err = NewTwilio(TwilioConfig{AccountSID: "AC", AuthToken: "x", MessagingService: "MG"})
	require.NoError(t, err)
}

// silentTransport is a transport on which no response arrives.
type silentTransport struct{}

func (silentTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestTwilioTimesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gateway, err := NewTwilio(TwilioConfig{AccountSID: "AC00000000000000000000000000000000", AuthToken: "secret", From: "VAYRO", Transport: silentTransport{}})
		require.NoError(t, err)
		began := time.Now()
		err = gateway.Send(t.Context(), awkward)
		require.Error(t, err)
		require.NotErrorIs(t, err, ErrRefused)
		require.NotErrorIs(t, err, ErrNotTaken)
		require.Equal(t, timeout, time.Since(began))
	})
}

func TestTwilioRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "https://elsewhere.example/messages", http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	to, err := url.Parse(server.URL)
	require.NoError(t, err)
	gateway, err := NewTwilio(TwilioConfig{AccountSID: "AC00000000000000000000000000000000", AuthToken: "secret", From: "VAYRO", Transport: redirect{to}})
	require.NoError(t, err)
	require.Error(t, gateway.Send(t.Context(), awkward))
	require.Equal(t, 1, asked)
}
