package sms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// provider is a local SMS provider that records the request.
type provider struct {
	*httptest.Server
	status int
	answer string
	header http.Header
	body   []byte
}

func newProvider(t *testing.T, status int) *provider {
	p := &provider{status: status}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.header = r.Header.Clone()
		p.body, _ = io.ReadAll(r.Body)
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, p.answer)
	}))
	t.Cleanup(p.Close)
	return p
}

const jsonTemplate = `{"from": {{json .Sender}}, "to": {{json .Phone}}, "text": {{json .Body}}}`

// awkward is a message whose text breaks a template that does not quote it.
var awkward = Message{ID: "01890000-0000-7000-8000-000000000001", Phone: "+84901234567", Body: "\"1234\" là mã\n\n@vayro.example #1234"}

func TestHTTPPostsTheTemplate(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{7}, secret.KeySize)
	p := newProvider(t, http.StatusAccepted)
	gateway, err := NewHTTP(HTTPConfig{URL: p.URL, Body: jsonTemplate, Sender: "VAYRO", User: "u", Password: "p", Key: key})
	require.NoError(t, err)
	require.NoError(t, gateway.Send(t.Context(), awkward))

	var got map[string]string
	require.NoError(t, json.Unmarshal(p.body, &got))
	require.Equal(t, map[string]string{"from": "VAYRO", "to": awkward.Phone, "text": awkward.Body}, got)
	require.Equal(t, awkward.ID, p.header.Get("Idempotency-Key"), "the provider can recognise a repeated request")
	require.Equal(t, "Basic dTpw", p.header.Get("Authorization"))
	require.NoError(t, secret.Verify(p.header.Get(secret.HeaderTimestamp), p.header.Get(secret.HeaderSignature), p.body, time.Now(), key))
}

func TestHTTPDistinguishesRefusalFromFailure(t *testing.T) {
	t.Parallel()
	const number, later, unknown = "the number is refused", "not taken", "unknown"
	for status, want := range map[int]string{
		308: unknown, 408: unknown, 500: unknown, 422: number, 429: later, 503: later,
		// The cause may be the URL, the sender or the text of every message.
		400: later, 404: later, 410: later, 413: later,
		// The cause is our own account.
		401: later, 402: later, 403: later, 405: later, 407: later, 409: later, 415: later,
	} {
		p := newProvider(t, status)
		gateway, err := NewHTTP(HTTPConfig{URL: p.URL, Body: jsonTemplate, Refused: []string{"422"}})
		require.NoError(t, err)
		err = gateway.Send(t.Context(), awkward)
		require.Error(t, err)
		require.Equal(t, want == number, isRefusal(err), "status %d", status)
		require.Equal(t, want == later, errors.Is(err, ErrNotTaken), "status %d", status)
		require.NotContains(t, err.Error(), "901234567")
		require.NotContains(t, err.Error(), "1234 ")
	}
}

func TestHTTPReadsARefusedNumberFromTheResponse(t *testing.T) {
	t.Parallel()
	for answer, refused := range map[string]bool{
		`{"error": {"code": 21211}}`:                 true,
		`{"error": {"code": "21211"}}`:               true,
		`{"error": {"code": 20003}}`:                 false,
		`{"error": "21211"}`:                         false,
		`{"messages": [{"status": "REJECTED"}]}`:     true,
		`{"messages": [{"status": "UNAUTHORISED"}]}`: false,
		`{"messages": []}`:                           false,
		`{"blocked": true}`:                          true,
		`{"blocked": {"true": true}}`:                false,
		`<html>error.code=21211</html>`:              false,
		``:                                           false,
	} {
		for _, status := range []int{http.StatusOK, http.StatusBadRequest} {
			p := newProvider(t, status)
			p.answer = answer
			gateway, err := NewHTTP(HTTPConfig{URL: p.URL, Body: jsonTemplate, Refused: []string{"error.code=21211", " messages.0.status=REJECTED", "blocked=true"}})
			require.NoError(t, err)
			err = gateway.Send(t.Context(), awkward)
			require.Equal(t, refused, isRefusal(err), "%d %s", status, answer)
			require.Equal(t, !refused && status != http.StatusOK, errors.Is(err, ErrNotTaken), "%d %s", status, answer)
		}
	}
}

func TestHTTPReportsNotTakenIfTheConnectionFails(t *testing.T) {
	t.Parallel()
	// Port 1 is never assigned to a test server, while the port of a closed server may be in use again.
	gateway, err := NewHTTP(HTTPConfig{URL: "http://127.0.0.1:1", Body: jsonTemplate})
	require.NoError(t, err)
	err = gateway.Send(t.Context(), awkward)
	require.ErrorIs(t, err, ErrNotTaken)
	require.NotContains(t, err.Error(), awkward.Phone)
}

// An expired certificate, or one for another host, ends the handshake before the message is sent.
func TestHTTPReportsNotTakenIfTheCertificateIsNotValid(t *testing.T) {
	t.Parallel()
	asked := false
	untrusted := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	gateway, err := NewHTTP(HTTPConfig{URL: untrusted.URL, Body: jsonTemplate})
	require.NoError(t, err)
	err = gateway.Send(t.Context(), awkward)
	untrusted.Close()
	require.ErrorIs(t, err, ErrNotTaken)
	require.False(t, asked)
	require.NotContains(t, err.Error(), awkward.Phone)
}

// due is a context whose deadline passes when over is closed. A timer might end before a busy machine has sent the message.
type due struct {
	context.Context
	over chan struct{}
}

func (d due) Done() <-chan struct{} { return d.over }

func (d due) Err() error {
	select {
	case <-d.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestHTTPStopsAtTheCallersDeadline(t *testing.T) {
	t.Parallel()
	ctx := due{context.Background(), make(chan struct{})}
	hangs := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// The server notices the end of the client's connection only after it has read the body.
		_, _ = io.Copy(io.Discard, r.Body)
		close(ctx.over)
		<-r.Context().Done()
	}))
	t.Cleanup(hangs.Close)
	gateway, err := NewHTTP(HTTPConfig{URL: hangs.URL, Body: jsonTemplate})
	require.NoError(t, err)
	err = gateway.Send(ctx, awkward)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, ErrNotTaken, "the provider may have accepted the message")
	require.NotContains(t, err.Error(), hangs.URL)
}

func TestNewHTTPRefusesInvalidConfiguration(t *testing.T) {
	t.Parallel()
	const noURL, noRefusal = "is not the URL of a provider", "does not identify the refusal of a number"
	for name, c := range map[string]struct {
		config HTTPConfig
		want   string
	}{
		"no URL":                    {HTTPConfig{Body: jsonTemplate}, noURL},
		"file URL":                  {HTTPConfig{URL: "file:///etc/passwd", Body: jsonTemplate}, noURL},
		"not JSON":                  {HTTPConfig{URL: "https://sms.example", Body: `{"text": {{.Body}}}`}, "does not produce JSON"},
		"text without escapes":      {HTTPConfig{URL: "https://sms.example", Body: `{"to": "{{.Phone}}", "text": "{{.Body}}"}`}, "write texts as {{json .Body}}"},
		"broken template":           {HTTPConfig{URL: "https://sms.example", Body: `{{`}, "template of the body"},
		"unknown field":             {HTTPConfig{URL: "https://sms.example", Body: `{"a": {{json .Text}}}`}, `no entry for key "Text"`},
		"server error as a refusal": {HTTPConfig{URL: "https://sms.example", Body: jsonTemplate, Refused: []string{"503"}}, noRefusal},
		"refusal without a status":  {HTTPConfig{URL: "https://sms.example", Body: jsonTemplate, Refused: []string{"refused"}}, noRefusal},
		"no value":                  {HTTPConfig{URL: "https://sms.example", Body: jsonTemplate, Refused: []string{"error.code="}}, noRefusal},
	} {
		_, err := NewHTTP(c.config)
		require.ErrorContains(t, err, c.want, name)
	}
}

// A login or maintenance page before the provider has not accepted anything, whatever its status is.
func TestHTTPDoesNotTakeAPageForAcceptance(t *testing.T) {
	t.Parallel()
	p := newProvider(t, http.StatusOK)
	p.answer = "\r\n<!DOCTYPE html><title>Maintenance</title>"
	gateway, err := NewHTTP(HTTPConfig{URL: p.URL, Body: jsonTemplate})
	require.NoError(t, err)
	err = gateway.Send(t.Context(), awkward)
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrNotTaken)
	require.False(t, isRefusal(err))
}
