package facecheck_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// vendor is a server for the signed protocol. A verdict is final at the third request.
type vendor struct {
	key      []byte
	mu       sync.Mutex
	asked    int
	question int
	status   string
}

func (v *vendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	if err := secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), v.key); err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	answer := any(map[string]any{})
	switch {
	case r.URL.Path == "/health":
		answer = map[string]any{"model": "vendor 9"}
	case r.URL.Path == "/sessions":
		answer = map[string]any{"id": "s/1"}
	case strings.HasSuffix(r.URL.Path, "/frames"):
		var body struct {
			Asked  int      `json:"asked"`
			Frames [][]byte `json:"frames"`
		}
		_ = json.Unmarshal(raw, &body)
		v.asked, v.question = body.Asked, 0
	case strings.HasPrefix(r.URL.Path, "/sessions/"):
		if v.question++; v.question < 3 {
			answer = map[string]any{"status": "pending", "asked": v.asked - 1}
			break
		}
		answer = map[string]any{
			"status": v.status, "asked": v.asked, "code": "ok", "reason": "ok", "frontal": 1, "complete": v.asked == 2, "reference": "face-7", "model": "vendor 9",
		}
	case r.URL.Path == "/portrait":
		answer = map[string]any{"result": "found", "reference": "id-7", "model": "vendor 9"}
	case r.URL.Path == "/match":
		answer = map[string]any{"likeness": "alike"}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func TestHTTPPollsTheVendorUntilItsVerdictIsFinal(t *testing.T) {
	t.Parallel()
	v := &vendor{key: bytes.Repeat([]byte{7}, 32), status: "passed"}
	server := httptest.NewServer(v)
	t.Cleanup(server.Close)
	h := facecheck.NewHTTP(server.URL, v.key)
	require.NoError(t, h.Ready(t.Context()))
	for model, want := range map[string]bool{"vendor 9": true, "vendor 8": false} {
		is, err := h.Comparable(t.Context(), model)
		require.NoError(t, err)
		require.Equal(t, want, is)
	}
	session, err := h.Start(t.Context(), []facecheck.Step{facecheck.LookUp, facecheck.TurnLeft})
	require.NoError(t, err)
	frames := [][]byte{{1}, {2}, {3}}
	v.status = "again"
	answer, err := h.Step(t.Context(), session, facecheck.LookUp, frames)
	require.NoError(t, err)
	require.Equal(t, facecheck.Again, answer.Verdict)
	v.status = "passed"
	answer, err = h.Step(t.Context(), answer.Session, facecheck.LookUp, frames)
	require.NoError(t, err)
	require.Equal(t, facecheck.Pass, answer.Verdict)
	require.Equal(t, 1, answer.Frontal)
	template, err := h.Finish(t.Context(), answer.Session)
	require.NoError(t, err)
	require.Equal(t, facecheck.Template{Descriptor: "vendor 9", Data: []byte("face-7")}, *template)
	found, portrait, err := h.Portrait(t.Context(), []byte{1})
	require.NoError(t, err)
	require.Equal(t, facecheck.Found, found)
	like, err := h.Match(t.Context(), *template, *portrait, facecheck.Portrait)
	require.NoError(t, err)
	require.Equal(t, facecheck.Alike, like)

	v.status = "perhaps"
	_, err = h.Step(t.Context(), answer.Session, facecheck.LookUp, frames)
	require.ErrorIs(t, err, facecheck.ErrUnavailable, "an unknown status is an error")
	v.status = "failed"
	answer, err = h.Step(t.Context(), answer.Session, facecheck.LookUp, frames)
	require.NoError(t, err)
	require.Equal(t, facecheck.Fail, answer.Verdict)
	none, err := h.Finish(t.Context(), answer.Session)
	require.NoError(t, err)
	require.Nil(t, none, "a failed session has no template")
	stranger := facecheck.NewHTTP(server.URL, bytes.Repeat([]byte{8}, 32))
	require.ErrorIs(t, stranger.Ready(t.Context()), facecheck.ErrUnavailable)
}

func TestHTTPErrorsDoNotQuoteTheVendor(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"id":"s","asked":1,"status":"Nguyễn Thị Lan","result":"Nguyễn Thị Lan","likeness":"Nguyễn Thị Lan"}`)
	}))
	t.Cleanup(server.Close)
	h := facecheck.NewHTTP(server.URL, bytes.Repeat([]byte{7}, 32))
	_, _, read := h.Portrait(t.Context(), nil)
	_, compared := h.Match(t.Context(), facecheck.Template{}, facecheck.Template{}, facecheck.Portrait)
	session, err := h.Start(t.Context(), []facecheck.Step{facecheck.LookUp})
	require.NoError(t, err)
	_, judged := h.Step(t.Context(), session, facecheck.LookUp, nil)
	for _, err := range []error{read, compared, judged} {
		require.ErrorIs(t, err, facecheck.ErrUnavailable)
		require.NotContains(t, err.Error(), "Lan")
	}
}

// A phone shows the words of a code: one that it does not know, or that says that nothing is wrong with a step that is to be
// repeated, would leave the borrower without any.
func TestHTTPCodesHaveWords(t *testing.T) {
	t.Parallel()
	var code string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"id":"s","asked":1,"status":"again","code":"`+code+`"}`)
	}))
	t.Cleanup(server.Close)
	h := facecheck.NewHTTP(server.URL, bytes.Repeat([]byte{7}, 32))
	session, err := h.Start(t.Context(), []facecheck.Step{facecheck.LookUp})
	require.NoError(t, err)
	for said, shown := range map[string][2]string{
		"too_dark":   {"too_dark", "too_dark"},
		"low_light":  {"capture_failed", "capture_failed"},
		"":           {"capture_failed", "capture_failed"},
		"ok":         {"capture_failed", "ok"},
		"no_face":    {"no_face", "no_face"},
		"step_smile": {"capture_failed", "capture_failed"},
	} {
		code = said
		answer, err := h.Step(t.Context(), session, facecheck.LookUp, nil)
		require.NoError(t, err)
		guided, err := h.Guide(t.Context(), facecheck.LookUp, nil)
		require.NoError(t, err)
		require.Equal(t, shown, [2]string{answer.Code, guided}, "%q", said)
	}
}

// What the vendor says about a step is written to the audit log, where it stays.
func TestHTTPPassesOnOnlyWordsOfTheProtocol(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"id":"s","asked":1,"status":"again","code":"too_dark\u0000","reason":"0.63 like Nguyễn Thị Lan","result":"found","model":"v\u0000 9"}`)
	}))
	t.Cleanup(server.Close)
	h := facecheck.NewHTTP(server.URL, bytes.Repeat([]byte{7}, 32))
	session, err := h.Start(t.Context(), []facecheck.Step{facecheck.LookUp})
	require.NoError(t, err)
	answer, err := h.Step(t.Context(), session, facecheck.LookUp, nil)
	require.NoError(t, err)
	require.Equal(t, facecheck.Again, answer.Verdict)
	require.Equal(t, "capture_failed", answer.Code, "the phone has words for it")
	require.Empty(t, answer.Reason)
	code, err := h.Guide(t.Context(), facecheck.LookUp, nil)
	require.NoError(t, err)
	require.Equal(t, "capture_failed", code)
	known, err := h.Comparable(t.Context(), "v 9")
	require.NoError(t, err)
	require.True(t, known)
	_, _, err = h.Portrait(t.Context(), nil)
	require.ErrorIs(t, err, facecheck.ErrUnavailable, "a portrait without a reference cannot be compared")
}
