package facecheck

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	localTimeout = 10 * time.Second
	// readyTTL is how long a health result is cached, healthTimeout the timeout of the health call.
	readyTTL      = time.Second
	healthTimeout = 500 * time.Millisecond
	healthPath    = "/healthz"
	maxAnswer     = 4 << 20
	defaultRetry  = time.Second
	// slowWorkerRetry is the delay before a worker that was too slow is asked again.
	slowWorkerRetry = 2 * time.Second
)

// Local is the worker of api/face-worker, reached over loopback or a private network (see its PROTOCOL.md). The worker stores
// nothing. The session consists of the state and the template of the last step that passed.
type Local struct {
	url    string
	secret string
	http   *http.Client

	health  singleflight.Group[struct{}]
	mutex   sync.Mutex
	checked time.Time
	state   error
	// descriptor is the worker's descriptor as reported since the last health check, or empty if it was not asked.
	descriptor string
}

var _ Provider = (*Local)(nil)

// NewLocal returns the provider of a URL without a trailing slash. secret is shared with the worker.
func NewLocal(url, secret string) *Local {
	return &Local{url: url, secret: secret, http: signed.Direct(localTimeout)}
}

// localSession is the session data of Local: two objects that only the worker reads.
type localSession struct {
	State    json.RawMessage `json:"state"`
	Template json.RawMessage `json:"template"`
}

// Ready checks the worker's health, at most once a second and once for all concurrent callers. A caller whose context ends gets
// ErrUnavailable, which does not affect the result for the others.
func (l *Local) Ready(ctx context.Context) error {
	l.mutex.Lock()
	// Wall time, because business time may be moved.
	state, believed := l.state, time.Since(l.checked) < readyTTL
	l.mutex.Unlock()
	if believed {
		return state
	}
	_, err := l.health.Do(ctx, "", func(ctx context.Context) (struct{}, error) { return struct{}{}, l.check(ctx) })
	if err != nil && ctx.Err() != nil {
		return unanswered(http.MethodGet, healthPath, err)
	}
	return err
}

// check requests the health and caches the result.
func (l *Local) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	began := time.Now()
	state := l.call(ctx, http.MethodGet, healthPath, nil, &struct{}{})
	l.mutex.Lock()
	defer l.mutex.Unlock()
	// The worker may have been replaced by another one.
	l.state, l.checked, l.descriptor = state, began, ""
	return state
}

// Comparable asks a ready worker for its descriptor. A positive result is cached as long as the health result, and a negative one
// is always requested again.
func (l *Local) Comparable(ctx context.Context, descriptor string) (bool, error) {
	if err := l.Ready(ctx); err != nil {
		return false, err
	}
	l.mutex.Lock()
	known := l.descriptor
	l.mutex.Unlock()
	if known == descriptor {
		return true, nil
	}
	var info struct {
		Descriptor named `json:"descriptor"`
	}
	if err := l.call(ctx, http.MethodGet, "/v1/info", nil, &info); err != nil {
		return false, err
	}
	if info.Descriptor.ID == "" {
		return false, fmt.Errorf("%w: a worker without a descriptor", ErrUnavailable)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.descriptor = info.Descriptor.String()
	return l.descriptor == descriptor, nil
}

// named is the part of a template that identifies its descriptor.
type named struct {
	ID      string `json:"id"`
	Version string `json:"version"`
}

func (n named) String() string { return n.ID + " " + n.Version }

// Start only checks that the worker is ready.
func (l *Local) Start(ctx context.Context, _ []Step) ([]byte, error) {
	if err := l.Ready(ctx); err != nil {
		return nil, err
	}
	return json.Marshal(localSession{})
}

// Step asks the worker to evaluate the frames.
func (l *Local) Step(ctx context.Context, session []byte, step Step, frames [][]byte) (Answer, error) {
	var before localSession
	if err := json.Unmarshal(session, &before); err != nil {
		return Answer{}, fmt.Errorf("%w: session: %w", ErrUnavailable, err)
	}
	var said struct {
		Verdict  Verdict         `json:"verdict"`
		Code     string          `json:"code"`
		Reason   string          `json:"reason"`
		Hashes   []*string       `json:"hashes"`
		Frontal  *int            `json:"frontal"`
		State    json.RawMessage `json:"state"`
		Template json.RawMessage `json:"template"`
	}
	body := map[string]any{"step": step, "frames": frames, "state": before.State}
	if err := l.call(ctx, http.MethodPost, "/v1/step", body, &said); err != nil {
		return Answer{}, err
	}
	if !slices.Contains([]Verdict{Pass, Again, Fail}, said.Verdict) {
		return Answer{}, fmt.Errorf("%w: verdict %q", ErrUnavailable, said.Verdict)
	}
	answer := Answer{Verdict: said.Verdict, Code: stepCode(said.Verdict, said.Code), Reason: said.Reason, Frontal: frontalOf(said.Frontal, frames)}
	for _, one := range said.Hashes {
		if one == nil {
			continue
		}
		hash, err := hex.DecodeString(*one)
		if err != nil {
			return Answer{}, fmt.Errorf("%w: hash", ErrUnavailable)
		}
		answer.Hashes = append(answer.Hashes, hash)
	}
	if answer.Verdict == Pass {
		if isNull(said.State) || isNull(said.Template) {
			return Answer{}, fmt.Errorf("%w: a pass without state and template", ErrUnavailable)
		}
		var err error
		if answer.Session, err = json.Marshal(localSession{State: said.State, Template: said.Template}); err != nil {
			return Answer{}, err
		}
	}
	return answer, nil
}

// Finish returns the template of the last step.
func (l *Local) Finish(_ context.Context, session []byte) (*Template, error) {
	var last localSession
	if err := json.Unmarshal(session, &last); err != nil || isNull(last.Template) {
		return nil, fmt.Errorf("%w: session without a template", ErrUnavailable)
	}
	return localTemplate(last.Template)
}

func localTemplate(raw json.RawMessage) (*Template, error) {
	var by named
	if err := json.Unmarshal(raw, &by); err != nil || by.ID == "" {
		return nil, fmt.Errorf("%w: template without a descriptor", ErrUnavailable)
	}
	return &Template{Descriptor: by.String(), Data: raw}, nil
}

// Guide asks about one frame.
func (l *Local) Guide(ctx context.Context, step Step, frame []byte) (string, error) {
	var said struct {
		Code string `json:"code"`
	}
	err := l.call(ctx, http.MethodPost, "/v1/guide", map[string]any{"step": step, "frame": frame}, &said)
	return shownCode(said.Code), err
}

// Portrait searches the face on an ID.
func (l *Local) Portrait(ctx context.Context, picture []byte) (PortraitResult, *Template, error) {
	var said struct {
		Result   PortraitResult  `json:"result"`
		Template json.RawMessage `json:"template"`
	}
	if err := l.call(ctx, http.MethodPost, "/v1/portrait", map[string]any{"picture": picture}, &said); err != nil {
		return "", nil, err
	}
	switch said.Result {
	case Found:
		template, err := localTemplate(said.Template)
		return Found, template, err
	case NoPortrait, TooSmall, Undecodable:
		return said.Result, nil, nil
	default:
		return "", nil, fmt.Errorf("%w: portrait %q", ErrUnavailable, said.Result)
	}
}

// Match compares two templates of the worker.
func (l *Local) Match(ctx context.Context, probe, enrolled Template, kind Kind) (Likeness, error) {
	var said struct {
		Likeness Likeness `json:"likeness"`
	}
	body := map[string]any{"probe": json.RawMessage(probe.Data), "enrolled": json.RawMessage(enrolled.Data), "kind": kind}
	if err := l.call(ctx, http.MethodPost, "/v1/match", body, &said); err != nil {
		return "", err
	}
	switch said.Likeness {
	case Alike, Doubtful, Different, Incomparable:
		return said.Likeness, nil
	default:
		return "", fmt.Errorf("%w: likeness %q", ErrUnavailable, said.Likeness)
	}
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
