package facecheck

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const (
	// pollEvery is the pause between two questions for a verdict, pollFor how long it is waited for.
	pollEvery = 300 * time.Millisecond
	pollFor   = 8 * time.Second
)

// HTTP is a vendor who keeps a session of its own for each check. Every call is a POST of JSON to Endpoint, signed with
// the key that both sides hold (base/signed): /sessions opens one for the steps, /sessions/{id}/frames hands the frames
// of a step in, /sessions/{id} tells its verdict and is asked until that stands, /guide, /portrait and /match need no
// session. The vendor's references to faces take the place of templates; they are of no use to anybody else.
type HTTP struct {
	endpoint string
	client   *signed.Client
}

var _ Provider = (*HTTP)(nil)

// NewHTTP makes the provider of an endpoint without a slash at its end.
func NewHTTP(endpoint string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, client: signed.New(key)}
}

// httpSession is what HTTP remembers of a check; Asked counts the steps that the vendor was asked about.
type httpSession struct {
	ID    string `json:"id"`
	Asked int    `json:"asked"`
}

// httpVerdict is how a vendor's session stands. Status is pending, passed, failed or again; Asked counts the steps that
// it is about, so that a verdict about an earlier one is not taken for this one's.
type httpVerdict struct {
	Status    string `json:"status"`
	Asked     int    `json:"asked"`
	Code      string `json:"code"`
	Reason    string `json:"reason"`
	Frontal   *int   `json:"frontal"`
	Complete  bool   `json:"complete"`
	Reference string `json:"reference"`
	Model     string `json:"model"`
}

// Ready asks the vendor's health.
func (h *HTTP) Ready(ctx context.Context) error {
	_, err := h.health(ctx)
	return err
}

// Comparable asks the vendor which model it is.
func (h *HTTP) Comparable(ctx context.Context, descriptor string) (bool, error) {
	model, err := h.health(ctx)
	switch {
	case err != nil:
		return false, err
	case model == "" && descriptor != "":
		return false, fmt.Errorf("%w: health without a model", ErrUnavailable)
	}
	return model == descriptor, nil
}

func (h *HTTP) health(ctx context.Context) (string, error) {
	var said struct {
		Model string `json:"model"`
	}
	if err := h.post(ctx, "/health", struct{}{}, &said); err != nil {
		return "", err
	}
	return said.Model, nil
}

// Start opens a session.
func (h *HTTP) Start(ctx context.Context, steps []Step) ([]byte, error) {
	var said struct {
		ID string `json:"id"`
	}
	if err := h.post(ctx, "/sessions", map[string]any{"steps": steps}, &said); err != nil {
		return nil, err
	}
	if said.ID == "" {
		return nil, fmt.Errorf("%w: a session without an id", ErrUnavailable)
	}
	return json.Marshal(httpSession{ID: said.ID})
}

// Step hands the frames in and waits for the verdict about them.
func (h *HTTP) Step(ctx context.Context, session []byte, step Step, frames [][]byte) (Answer, error) {
	at, err := readSession(session)
	if err != nil {
		return Answer{}, err
	}
	at.Asked++
	var taken struct{}
	body := map[string]any{"asked": at.Asked, "step": step, "frames": frames}
	if err := h.post(ctx, at.path()+"/frames", body, &taken); err != nil {
		return Answer{}, err
	}
	verdict, err := h.poll(ctx, at, h.verdict)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Code: verdict.Code, Reason: verdict.Reason, Frontal: -1}
	if answer.Session, err = json.Marshal(at); err != nil {
		return Answer{}, err
	}
	switch verdict.Status {
	case "passed":
		answer.Verdict, answer.Frontal = Pass, frontalOf(verdict.Frontal, frames)
	case "again":
		answer.Verdict = Again
	case "failed":
		answer.Verdict = Fail
	default:
		err = fmt.Errorf("%w: status %s", ErrUnavailable, signed.Quote(verdict.Status))
	}
	return answer, err
}

// Finish asks for the face of a session that the vendor calls complete.
func (h *HTTP) Finish(ctx context.Context, session []byte) (*Template, error) {
	at, err := readSession(session)
	if err != nil {
		return nil, err
	}
	verdict, err := h.poll(ctx, at, h.verdict)
	if err != nil || verdict.Status != "passed" || !verdict.Complete || verdict.Reference == "" {
		return nil, err
	}
	return &Template{Descriptor: verdict.Model, Data: []byte(verdict.Reference)}, nil
}

// poll asks for the verdict about the last step until it stands.
func (h *HTTP) poll(ctx context.Context, at httpSession, ask func(context.Context, httpSession) (httpVerdict, error)) (httpVerdict, error) {
	ctx, cancel := context.WithTimeout(ctx, pollFor)
	defer cancel()
	for {
		verdict, err := ask(ctx, at)
		if err != nil {
			return verdict, err
		}
		if verdict.Asked == at.Asked && verdict.Status != "pending" {
			return verdict, nil
		}
		timer := time.NewTimer(pollEvery)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return verdict, fmt.Errorf("%w: no verdict in time", ErrUnavailable)
		}
	}
}

func (h *HTTP) verdict(ctx context.Context, at httpSession) (verdict httpVerdict, err error) {
	return verdict, h.post(ctx, at.path(), struct{}{}, &verdict)
}

// Guide asks about one frame.
func (h *HTTP) Guide(ctx context.Context, step Step, frame []byte) (string, error) {
	var said struct {
		Code string `json:"code"`
	}
	err := h.post(ctx, "/guide", map[string]any{"step": step, "frame": frame}, &said)
	return said.Code, err
}

// Portrait has the vendor read an ID.
func (h *HTTP) Portrait(ctx context.Context, picture []byte) (PortraitResult, *Template, error) {
	var said struct {
		Result    PortraitResult `json:"result"`
		Reference string         `json:"reference"`
		Model     string         `json:"model"`
	}
	if err := h.post(ctx, "/portrait", map[string]any{"picture": picture}, &said); err != nil {
		return "", nil, err
	}
	switch said.Result {
	case Found:
		return Found, &Template{Descriptor: said.Model, Data: []byte(said.Reference)}, nil
	case NoPortrait, TooSmall, Undecodable:
		return said.Result, nil, nil
	default:
		return "", nil, fmt.Errorf("%w: portrait %s", ErrUnavailable, signed.Quote(said.Result))
	}
}

// Match compares two faces by the vendor's references.
func (h *HTTP) Match(ctx context.Context, probe, enrolled Template, kind Kind) (Likeness, error) {
	var said struct {
		Likeness Likeness `json:"likeness"`
	}
	body := map[string]any{"probe": string(probe.Data), "enrolled": string(enrolled.Data), "kind": kind}
	if err := h.post(ctx, "/match", body, &said); err != nil {
		return "", err
	}
	switch said.Likeness {
	case Alike, Doubtful, Different, Incomparable:
		return said.Likeness, nil
	default:
		return "", fmt.Errorf("%w: likeness %s", ErrUnavailable, signed.Quote(said.Likeness))
	}
}

func (h *HTTP) post(ctx context.Context, path string, body, answer any) error {
	status, err := h.client.Call(ctx, h.endpoint+path, body, answer)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, path, err)
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return Busy{RetryAfter: defaultRetry}
	case status != http.StatusOK:
		return fmt.Errorf("%w: %s answered %d", ErrUnavailable, path, status)
	}
	return nil
}

func (s httpSession) path() string { return "/sessions/" + url.PathEscape(s.ID) }

func readSession(raw []byte) (httpSession, error) {
	var s httpSession
	if err := json.Unmarshal(raw, &s); err != nil || s.ID == "" {
		return s, fmt.Errorf("%w: session", ErrUnavailable)
	}
	return s, nil
}
