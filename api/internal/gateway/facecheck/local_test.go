package facecheck_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

const shared = "0123456789abcdef0123456789abcdef"

// worker is a local worker that returns a fixed answer and records the requests.
type worker struct {
	*httptest.Server
	status int
	answer string
	header map[string]string
	paths  []string
	bodies []string
	bearer string
}

func newWorker(t *testing.T) *worker {
	t.Helper()
	w := &worker{status: http.StatusOK, answer: `{"ready":true}`}
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		w.paths, w.bodies, w.bearer = append(w.paths, r.Method+" "+r.URL.Path), append(w.bodies, string(raw)), r.Header.Get("Authorization")
		for name, value := range w.header {
			rw.Header().Set(name, value)
		}
		rw.WriteHeader(w.status)
		_, _ = rw.Write([]byte(w.answer))
	}))
	t.Cleanup(w.Close)
	return w
}

func TestLocalFollowsTheWorkerProtocol(t *testing.T) {
	t.Parallel()
	w := newWorker(t)
	local := facecheck.NewLocal(w.URL, shared)
	session, err := local.Start(t.Context(), []facecheck.Step{facecheck.TurnLeft})
	require.NoError(t, err)
	hash := strings.Repeat("ab", 32)
	w.answer = `{"verdict":"pass","code":"ok","reason":"ok","frame":null,"hashes":["` + hash + `",null],"frontal":0,
		"state":{"s":1},"template":{"id":"net","version":"2","v":[1]},"evidence":{}}`
	answer, err := local.Step(t.Context(), session, facecheck.TurnLeft, [][]byte{{1, 2}, {3}})
	require.NoError(t, err)
	require.Equal(t, "Bearer "+shared, w.bearer)
	require.JSONEq(t, `{"step":"turn_left","frames":["AQI=","Aw=="],"state":null}`, w.bodies[len(w.bodies)-1])
	require.Equal(t, facecheck.Pass, answer.Verdict)
	require.Len(t, answer.Hashes, 1)
	require.Zero(t, answer.Frontal)
	_, err = local.Step(t.Context(), answer.Session, facecheck.LookUp, nil)
	require.NoError(t, err)
	require.Contains(t, w.bodies[len(w.bodies)-1], `"state":{"s":1}`, "the worker receives the state that it returned before")
	template, err := local.Finish(t.Context(), answer.Session)
	require.NoError(t, err)
	require.Equal(t, "net 2", template.Descriptor)
	w.answer = `{"likeness":"doubtful"}`
	like, err := local.Match(t.Context(), *template, *template, facecheck.Portrait)
	require.NoError(t, err)
	require.Equal(t, facecheck.Doubtful, like)
	var sent map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(w.bodies[len(w.bodies)-1]), &sent))
	require.JSONEq(t, `{"id":"net","version":"2","v":[1]}`, string(sent["probe"]))
	w.answer = `{"result":"too_small","template":null}`
	found, none, err := local.Portrait(t.Context(), []byte{1})
	require.NoError(t, err)
	require.Equal(t, facecheck.TooSmall, found)
	require.Nil(t, none)
}

// A replaced worker has another descriptor, and the cached one of the old worker is not used for its templates.
func TestComparableUsesTheDescriptorOfAReplacedWorker(t *testing.T) {
	t.Parallel()
	w := newWorker(t)
	local := facecheck.NewLocal(w.URL, shared)
	knows := func(descriptor string) bool {
		is, err := local.Comparable(t.Context(), descriptor)
		require.NoError(t, err)
		return is
	}
	w.answer = `{"descriptor":{"id":"net","version":"1"}}`
	require.True(t, knows("net 1"))
	w.answer = `{"result":"found","template":{"id":"net","version":"2","v":[1]}}`
	_, made, err := local.Portrait(t.Context(), []byte{1})
	require.NoError(t, err)
	w.answer = `{"descriptor":{"id":"net","version":"2"}}`
	require.True(t, knows(made.Descriptor))
	require.False(t, knows("net 1"))
	w.answer = `{}`
	_, err = local.Comparable(t.Context(), "net 3")
	require.ErrorIs(t, err, facecheck.ErrUnavailable, "a response without a descriptor is an error, not a mismatch")
}

// Anything but a clear verdict is an error and never a pass.
func TestOnlyAClearVerdictOfTheWorkerPasses(t *testing.T) {
	t.Parallel()
	w := newWorker(t)
	local := facecheck.NewLocal(w.URL, shared)
	session, err := local.Start(t.Context(), nil)
	require.NoError(t, err)
	for name, one := range map[string]struct {
		status int
		answer string
	}{
		"not JSON": {200, `<html>`}, "empty object": {200, `{}`}, "an unknown verdict": {200, `{"verdict":"passed"}`},
		"a pass without a face": {200, `{"verdict":"pass","state":{"s":1},"template":null}`},
		"a pass without state":  {200, `{"verdict":"pass","template":{"id":"x"}}`},
		"a broken hash":         {200, `{"verdict":"again","hashes":["zz"]}`},
		"a failure":             {500, `{"error":"failed"}`}, "no models": {503, `{"error":"models"}`}, "a wrong secret": {401, `{"error":"unauthorised"}`},
	} {
		w.status, w.answer = one.status, one.answer
		answer, err := local.Step(t.Context(), session, facecheck.LookUp, nil)
		require.ErrorIs(t, err, facecheck.ErrUnavailable, name)
		require.NotEqual(t, facecheck.Pass, answer.Verdict, name)
		require.NotContains(t, err.Error(), shared)
		_, err = local.Match(t.Context(), facecheck.Template{Data: []byte(`{}`)}, facecheck.Template{Data: []byte(`{}`)}, facecheck.Selfie)
		require.ErrorIs(t, err, facecheck.ErrUnavailable, name)
	}
	w.status, w.answer, w.header = 503, `{"error":"busy"}`, map[string]string{"Retry-After": "3"}
	_, err = local.Step(t.Context(), session, facecheck.LookUp, nil)
	var busy facecheck.Busy
	require.True(t, errors.As(err, &busy))
	require.Equal(t, 3*time.Second, busy.RetryAfter)
	require.ErrorIs(t, err, facecheck.ErrUnavailable)
	// The worker's inference thread restarts during a check. The running check waits, and no other can begin.
	w.status, w.answer, w.header = 503, `{"error":"loading"}`, map[string]string{"Retry-After": "1"}
	busy = facecheck.Busy{}
	_, err = local.Step(t.Context(), session, facecheck.LookUp, nil)
	require.True(t, errors.As(err, &busy))
	require.Equal(t, time.Second, busy.RetryAfter)
	err = facecheck.NewLocal(w.URL, shared).Ready(t.Context())
	require.ErrorIs(t, err, facecheck.ErrUnavailable)
	require.False(t, errors.As(err, &busy), "no check starts while the worker is loading")
	w.Close()
	require.ErrorIs(t, facecheck.NewLocal(w.URL, shared).Ready(t.Context()), facecheck.ErrUnavailable, "the worker is not running")
	none := facecheck.None{}
	_, err = none.Start(t.Context(), nil)
	require.ErrorIs(t, err, facecheck.ErrUnavailable)
}
