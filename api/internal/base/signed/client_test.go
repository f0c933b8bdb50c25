package signed_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

var key = []byte("0123456789abcdef0123456789abcdef")

// partner serves a partner that checks the signature and responds.
func partner(t *testing.T, status int, answer string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if kind := r.Header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("content type %q", kind)
		}
		if err := secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), body, time.Now(), key); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestCallSignsRequestAndReadsAnswer(t *testing.T) {
	t.Parallel()
	var answer struct{ Word string }
	status, err := signed.New(key).Call(t.Context(), partner(t, http.StatusOK, `{"word":"yes"}`), map[string]int{"n": 1}, &answer)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "yes", answer.Word)
}

func TestWrongKeyIsUnauthorized(t *testing.T) {
	t.Parallel()
	status, err := signed.New([]byte("another key of the same length 32")).Call(t.Context(), partner(t, http.StatusOK, `{}`), 1, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, status)
}

func TestStatusOtherThan200LeavesAnswerUnchanged(t *testing.T) {
	t.Parallel()
	answer := struct{ Word string }{"before"}
	status, err := signed.New(key).Call(t.Context(), partner(t, http.StatusAccepted, `{"word":"after"}`), 1, &answer)
	require.NoError(t, err)
	require.Equal(t, http.StatusAccepted, status)
	require.Equal(t, "before", answer.Word)
}

func TestInvalidOrMissingAnswerIsAnError(t *testing.T) {
	t.Parallel()
	var answer struct{ Word string }
	_, err := signed.New(key).Call(t.Context(), partner(t, http.StatusOK, "<html>"), 1, &answer)
	require.Error(t, err)
	// An endless response is truncated, and the rest is not valid JSON.
	_, err = signed.New(key).Call(t.Context(), partner(t, http.StatusOK, `{"word":"`+strings.Repeat("a", 1<<17)+`"}`), 1, &answer)
	require.Error(t, err)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	_, err = signed.New(key).Call(t.Context(), closed.URL, 1, &answer)
	require.Error(t, err)
}

// Errors are logged, and stored with the job in which they occurred.
func TestErrorsDoNotQuotePartnerAnswers(t *testing.T) {
	t.Parallel()
	type form struct {
		Amount int64     `json:"amount"`
		At     time.Time `json:"at"`
	}
	for text, place := range map[string]string{
		`{"amount":1903910000101.5}`:         `"amount" is not of type int64`,
		`{"at":"Nguyễn Thị Lan, Đội Cấn"}`:   "not JSON of the agreed form",
		`Nguyễn Thị Lan, 12 Đội Cấn, Hà Nội`: "not JSON of the agreed form",
	} {
		var answer form
		_, err := signed.New(key).Call(t.Context(), partner(t, http.StatusOK, text), 1, &answer)
		require.ErrorContains(t, err, place)
		require.NotRegexp(t, "1903|Lan|Đội", err.Error())
	}
	require.Equal(t, `"perhaps"`, signed.Quote("perhaps"))
	for _, text := range []string{"", "Nguyễn Thị Lan", "approved for nguyen thi lan", "001199000123"} {
		require.Equal(t, `"#"`, signed.Quote(text))
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	followed := make(chan struct{}, 1)
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed <- struct{}{} }))
	t.Cleanup(target.Close)
	moved := httptest.NewServer(http.RedirectHandler(target.URL, http.StatusPermanentRedirect))
	t.Cleanup(moved.Close)
	status, err := signed.New(key).Call(t.Context(), moved.URL, map[string]string{"accountNumber": "1017595600"}, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusPermanentRedirect, status)
	require.Empty(t, followed)
}
