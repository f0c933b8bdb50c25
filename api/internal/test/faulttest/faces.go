package faulttest

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// faces is a vendor of face checks for which every check passes, because the connection to it is tested. It stores the
// sessions, as vendors do.
type faces struct {
	mu       sync.Mutex
	sessions map[string]*faceSession
}

type faceSession struct{ steps, asked int }

const faceModel = "vendor 1"

func newFaces() *faces { return &faces{sessions: map[string]*faceSession{}} }

func (f *faces) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/health", said(map[string]any{"model": faceModel}))
	mux.Handle("/sessions", signed(key, f.open))
	mux.HandleFunc("/sessions/{id}/frames", func(w http.ResponseWriter, r *http.Request) { f.frames(r.PathValue("id"))(w, r) })
	mux.HandleFunc("/sessions/{id}", func(w http.ResponseWriter, r *http.Request) { f.verdict(r.PathValue("id"))(w, r) })
	mux.Handle("/guide", said(map[string]any{"code": "ok"}))
	mux.Handle("/portrait", said(map[string]any{"result": facecheck.Found, "reference": "portrait", "model": faceModel}))
	mux.Handle("/match", said(map[string]any{"likeness": facecheck.Alike}))
	return mux
}

// said returns a handler with a constant response.
func said(answer map[string]any) http.Handler {
	return signed(key, func(context.Context, json.RawMessage) (map[string]any, error) { return answer, nil })
}

type opening struct {
	Steps []facecheck.Step `json:"steps"`
}

func (f *faces) open(_ context.Context, o opening) (map[string]any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := strings.ToLower(uuid.NewString())
	f.sessions[id] = &faceSession{steps: len(o.Steps)}
	return map[string]any{"id": id}, nil
}

type step struct {
	Asked int `json:"asked"`
}

// frames accepts the frames of a step; the same step may come twice, because responses can be lost.
func (f *faces) frames(id string) http.HandlerFunc {
	return signed(key, func(_ context.Context, s step) (struct{}, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		one := f.sessions[id]
		if one == nil {
			return struct{}{}, errUnknown
		}
		one.asked = max(one.asked, s.Asked)
		return struct{}{}, nil
	})
}

func (f *faces) verdict(id string) http.HandlerFunc {
	return signed(key, func(context.Context, struct{}) (map[string]any, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		one := f.sessions[id]
		if one == nil {
			return nil, errUnknown
		}
		return map[string]any{
			"status": "passed", "asked": one.asked, "code": "ok", "reason": "ok", "frontal": 0,
			"complete": one.asked >= one.steps, "reference": id, "model": faceModel,
		}, nil
	})
}
