package sms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"text/template"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// HTTPConfig describes a provider that accepts one JSON POST per message.
type HTTPConfig struct {
	URL string
	// Body is a text/template for the JSON, with .ID, .Phone, .Body and .Sender: {"to": {{json .Phone}}, ...}.
	Body   string
	Sender string
	// User and Password are sent with Basic authentication if User is set.
	User     string
	Password string
	// Key, if set, signs the request like signed.Sign.
	Key []byte
	// Refused lists the statuses ("422") and fields of the JSON response ("error.code=21211") which mean that the provider will
	// never deliver to the number.
	Refused []string
}

// HTTP sends messages through a provider described by an HTTPConfig.
type HTTP struct {
	config   HTTPConfig
	body     *template.Template
	refusals refusals
	client   *http.Client
}

// sample has what a template must escape: a login code stands in a line of its own, for the phone that fills it in.
var sample = Message{ID: "id", Phone: "+84", Body: "\"1234\"\n\n@\\host #1234"}

// NewHTTP validates the configuration and returns the gateway.
func NewHTTP(config HTTPConfig) (*HTTP, error) {
	target, err := url.Parse(config.URL)
	if err != nil || target.Host == "" || (target.Scheme != "https" && target.Scheme != "http") {
		return nil, fmt.Errorf("sms: %q is not the URL of a provider", config.URL)
	}
	body, err := template.New("sms").Funcs(template.FuncMap{"json": quote}).Option("missingkey=error").Parse(config.Body)
	if err != nil {
		return nil, fmt.Errorf("sms: template of the body: %w", err)
	}
	refusals, err := readRefusals(config.Refused)
	if err != nil {
		return nil, err
	}
	h := &HTTP{config: config, body: body, refusals: refusals, client: signed.Direct(timeout)}
	if _, err := h.render(sample); err != nil {
		return nil, err
	}
	return h, nil
}

// Send posts the message. A page with a status of success leaves open whether it was accepted. Send returns ErrRefused for the
// configured refusals, unless a page comes with them. It returns ErrNotTaken for all other 4xx except 408, for 503, and if nothing was sent.
func (h *HTTP) Send(ctx context.Context, m Message) error {
	body, err := h.render(m)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.config.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", m.ID)
	if h.config.User != "" {
		request.SetBasicAuth(h.config.User, h.config.Password)
	}
	if len(h.config.Key) > 0 {
		signed.Sign(request, h.config.Key, body)
	}
	answer, err := h.client.Do(request)
	if err != nil {
		// Only the kind of the error is kept, without the URL.
		return fmt.Errorf("sms: provider does not answer: %w", unreached(err))
	}
	defer answer.Body.Close()
	// The status is valid even if the response body was cut off.
	said, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return h.judge(answer.StatusCode, said)
}

// render fills in the template and checks that the result is JSON.
func (h *HTTP) render(m Message) ([]byte, error) {
	var out bytes.Buffer
	values := map[string]string{"ID": m.ID, "Phone": m.Phone, "Body": m.Body, "Sender": h.config.Sender}
	if err := h.body.Execute(&out, values); err != nil {
		return nil, fmt.Errorf("sms: template of the body: %w", err)
	}
	if !json.Valid(out.Bytes()) {
		return nil, fmt.Errorf("sms: the template of the body does not produce JSON; write texts as {{json .Body}}")
	}
	return out.Bytes(), nil
}

func (h *HTTP) judge(status int, answer []byte) error {
	page := signed.IsPage(answer)
	switch {
	case !page && h.refusals.match(status, answer):
		return fmt.Errorf("%w: status %d", ErrRefused, status)
	case page && status < 300:
		return fmt.Errorf("sms: status %d with a page in place of the provider's response", status)
	case status < 300:
		return nil
	default:
		return trouble(status)
	}
}

// trouble returns the error for a status that is not about the number: ErrNotTaken if the provider certainly did not accept the
// message, otherwise an error that leaves it open.
func trouble(status int) error {
	turnedAway := status >= 400 && status < 500 && status != http.StatusRequestTimeout
	if turnedAway || status == http.StatusServiceUnavailable {
		return fmt.Errorf("%w: status %d", ErrNotTaken, status)
	}
	return fmt.Errorf("sms: provider answers %d", status)
}

// unreached returns a connection error without the URL. If nothing was sent, it is ErrNotTaken.
func unreached(err error) error {
	if wrapped, ok := err.(*url.Error); ok {
		err = wrapped.Err
	}
	if errors.Is(err, signed.ErrUnsent) {
		return fmt.Errorf("%w: %w", ErrNotTaken, err)
	}
	return err
}

func quote(text string) (string, error) {
	raw, err := json.Marshal(text)
	return string(raw), err
}
