package ads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 10

// Addresses say where the platforms take reports, and who reports to Google.
type Addresses struct {
	// Meta is the Graph API ("https://graph.facebook.com"), TikTok the business API ("https://business-api.tiktok.com").
	Meta, TikTok string
	Google       Google
}

// HTTP reports over HTTP, each platform in its own words.
type HTTP struct{ platforms map[string]Gateway }

// NewHTTP makes the gateway.
func NewHTTP(a Addresses) *HTTP {
	line := &client{client: signed.Direct(timeout)}
	return &HTTP{platforms: map[string]Gateway{
		"google": newGoogle(line, a.Google),
		"meta":   &meta{line: line, base: strings.TrimRight(a.Meta, "/")},
		"tiktok": &tiktok{line: line, base: strings.TrimRight(a.TikTok, "/")},
	}}
}

// Report hands a report to its platform.
func (h *HTTP) Report(ctx context.Context, c Conversion) error {
	platform := h.platforms[c.Platform]
	switch {
	case platform == nil:
		return fmt.Errorf("%w: there is no platform %q", ErrRefused, c.Platform)
	case c.Token == "" || c.PixelID == "":
		return fmt.Errorf("%w: the channel has no pixel or no token", ErrRefused)
	}
	return platform.Report(ctx, c)
}

// client sends requests. What it says of a failure names no address and no body: both may hold secrets.
type client struct{ client *http.Client }

// json posts a value as JSON.
func (c *client) json(ctx context.Context, platform, address string, headers map[string]string, value any) (status int, answer []byte, err error) {
	body, err := json.Marshal(value)
	if err != nil {
		return 0, nil, fmt.Errorf("ads: %s: %w", platform, err)
	}
	return c.post(ctx, platform, address, "application/json", headers, body)
}

func (c *client) post(ctx context.Context, platform, address, contentType string, headers map[string]string, body []byte) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("ads: %s: the address is no URL", platform)
	}
	request.Header.Set("Content-Type", contentType)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := c.client.Do(request)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return 0, nil, fmt.Errorf("ads: %s does not answer: %w", platform, err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("ads: %s does not end its answer: %w", platform, err)
	}
	return response.StatusCode, answer, nil
}

// errPasses is the kind of an answer that may be another one on the next try.
var errPasses = errors.New("ads")

// kind is what a status says of a report that was not taken: ErrRefused, ErrUnauthorized or errPasses.
func kind(status int) error {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusPaymentRequired, status == http.StatusForbidden:
		return ErrUnauthorized
	case signed.Refuses(status):
		return ErrRefused
	default:
		return errPasses
	}
}

// answerError is an error of a platform's answer, of a kind. Its words are not kept, they may repeat what was sent.
func answerError(kind error, platform string, status int, code any) error {
	return fmt.Errorf("%w: %s answers %d, code %v", kind, platform, status, code)
}

// hash is SHA-256 in hex of what was normalised, as the platforms ask for; nothing hashes to nothing.
func hash(value string) string {
	if value == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.ToLower(value)))
	return hex.EncodeToString(sum[:])
}

// amount is money as platforms count it: in units of the currency, not in its minor units.
func amount(m money.Money) json.Number {
	if m.IsZero() {
		return ""
	}
	value, _, _ := strings.Cut(m.String(), " ")
	return json.Number(value)
}

// value is money as Meta and TikTok read it.
type value struct {
	Value    json.Number `json:"value"`
	Currency string      `json:"currency"`
}

// valueOf is nil where there is no money.
func valueOf(m money.Money) *value {
	if m.IsZero() {
		return nil
	}
	return &value{Value: amount(m), Currency: string(m.Currency)}
}
