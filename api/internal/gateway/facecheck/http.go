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
	// pollInterval is the interval between two requests for a verdict, pollTimeout the total time to wait for it.
	pollInterval = 300 * time.Millisecond
	pollTimeout  = 8 * time.Second
)

// HTTP is a vendor that keeps its own session for each check. Every call is a JSON POST to the endpoint, signed with the shared
// key (base/signed). /sessions opens a session for the steps, /sessions/{id}/frames submits the frames of a step, and
// /sessions/{id} returns its verdict and is polled until that is final. /guide, /portrait and /match need no session. The vendor's
// references to faces are used as templates. They are of no use to anyone else.
type HTTP struct {
	endpoint string
	client   *signed.Client
}

var _ Provider = (*HTTP)(nil)

// NewHTTP returns the provider of an endpoint without a trailing slash.
func NewHTTP(endpoint string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, client: signed.New(key)}
}

// httpSession is the session data of HTTP. Asked is the number of steps submitted to the vendor.
type httpSession struct {
	ID    string `json:"id"`
	Asked int    `json:"asked"`
}

// httpVerdict is the state of a vendor's session. Status is pending, passed, failed or again. Asked is the number of steps that it
// includes, so that the verdict of an earlier step is not taken for this one's.
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

// Ready asks for the vendor's health.
func (h *HTTP) Ready(ctx context.Context) error {
	_, err := h.health(ctx)
	return err
}

// Comparable asks the vendor for its model.
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
	return signed.Text(said.Model), nil
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

// Step submits the frames and waits for their verdict.
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
	answer := Answer{Reason: signed.Word(verdict.Reason), Frontal: -1}
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
	answer.Code = stepCode(answer.Verdict, verdict.Code)
	return answer, err
}

// Finish returns the face of a session that the vendor reports as complete.
func (h *HTTP) Finish(ctx context.Context, session []byte) (*Template, error) {
	at, err := readSession(session)
	if err != nil {
		return nil, err
	}
	verdict, err := h.poll(ctx, at, h.verdict)
	if err != nil || verdict.Status != "passed" || !verdict.Complete || verdict.Reference == "" {
		return nil, err
	}
	return &Template{Descriptor: signed.Text(verdict.Model), Data: []byte(verdict.Reference)}, nil
}

// poll requests the verdict about the last step until it is final.
func (h *HTTP) poll(ctx context.Context, at httpSession, ask func(context.Context, httpSession) (httpVerdict, error)) (httpVerdict, error) {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	for {
		verdict, err := ask(ctx, at)
		if err != nil {
			return verdict, err
		}
		if verdict.Asked == at.Asked && verdict.Status != "pending" {
			return verdict, nil
		}
		timer := time.NewTimer(pollInterval)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return verdict, fmt.Errorf("%w: no verdict in time", ErrUnavailable)
		}
	}
}

func (h *HTTP) verdict(ctx context.Context, at httpSession) (verdict httpVerdict, err error) {
	err = h.post(ctx, at.path(), struct{}{}, &verdict)
	return verdict, err
}

// Guide asks about one frame.
func (h *HTTP) Guide(ctx context.Context, step Step, frame []byte) (string, error) {
	var said struct {
		Code string `json:"code"`
	}
	err := h.post(ctx, "/guide", map[string]any{"step": step, "frame": frame}, &said)
	return shownCode(said.Code), err
}

// Portrait asks the vendor to search the face on an ID.
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
		if said.Reference == "" {
			return "", nil, fmt.Errorf("%w: a portrait without a reference", ErrUnavailable)
		}
		return Found, &Template{Descriptor: signed.Text(said.Model), Data: []byte(said.Reference)}, nil
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
