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

// maxAnswer is the maximum number of bytes read of a response.
const maxAnswer = 64 << 10

// Addresses are the URLs of the platforms and the configuration for Google.
type Addresses struct {
	// Meta is the URL of the Graph API ("https://graph.facebook.com"), TikTok that of the business API
	// ("https://business-api.tiktok.com").
	Meta, TikTok string
	Google       Google
}

// HTTP reports over HTTP in the format of each platform.
type HTTP struct{ platforms map[string]Gateway }

// NewHTTP returns the gateway.
func NewHTTP(a Addresses) *HTTP {
	line := &client{client: signed.Direct(timeout)}
	return &HTTP{platforms: map[string]Gateway{
		"google": newGoogle(line, a.Google),
		"meta":   &meta{line: line, base: strings.TrimRight(a.Meta, "/")},
		"tiktok": &tiktok{line: line, base: strings.TrimRight(a.TikTok, "/")},
	}}
}

// Report sends a report to its platform.
func (h *HTTP) Report(ctx context.Context, c Conversion) error {
	platform := h.platforms[c.Platform]
	switch {
	case platform == nil:
		return fmt.Errorf("%w: unknown platform %q", ErrRefused, c.Platform)
	case c.Token == "" || c.PixelID == "":
		return fmt.Errorf("%w: the channel has no pixel or no token", ErrRefused)
	}
	return platform.Report(ctx, c)
}

// client sends requests. Its errors contain neither URLs nor bodies, because both may contain secrets.
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
		return 0, nil, fmt.Errorf("ads: %s: the address is not a URL", platform)
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
		return 0, nil, fmt.Errorf("ads: %s does not respond: %w", platform, err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("ads: %s did not complete its response: %w", platform, err)
	}
	if signed.IsPage(answer) || signed.Refuses(response.StatusCode) && !signed.IsObject(answer) {
		return 0, nil, answerError(pageKind(response.StatusCode), platform, response.StatusCode, "none")
	}
	return response.StatusCode, answer, nil
}

// errPasses is the kind of a temporary error.
var errPasses = errors.New("ads")

// pageKind returns the kind of error for a status with a page in place of the platform's response, which refuses nothing: ErrNotFound
// or errPasses.
func pageKind(status int) error {
	if k := kind(status); k == ErrNotFound {
		return k
	}
	return errPasses
}

// kind returns the kind of error for a status: ErrRefused, ErrUnauthorized, ErrNotFound or errPasses.
func kind(status int) error {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusPaymentRequired, status == http.StatusForbidden:
		return ErrUnauthorized
	case status == http.StatusNotFound, status == http.StatusGone:
		return ErrNotFound
	case signed.Refuses(status):
		return ErrRefused
	default:
		return errPasses
	}
}

// answerError returns an error of the given kind. It omits the platform's text, which may repeat what was sent.
func answerError(kind error, platform string, status int, code any) error {
	return fmt.Errorf("%w: %s responded with status %d, code %v", kind, platform, status, code)
}

// hash returns the hex SHA-256 of the value in lower case, as the platforms require, or an empty string for an empty value.
func hash(value string) string {
	if value == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.ToLower(value)))
	return hex.EncodeToString(sum[:])
}

// amount returns an amount in units of the currency, as platforms expect, and not in minor units.
func amount(m money.Money) json.Number {
	if m.IsZero() {
		return ""
	}
	value, _, _ := strings.Cut(m.String(), " ")
	return json.Number(value)
}

// value is an amount in the format of Meta and TikTok.
type value struct {
	Value    json.Number `json:"value"`
	Currency string      `json:"currency"`
}

// valueOf returns nil for a zero amount.
func valueOf(m money.Money) *value {
	if m.IsZero() {
		return nil
	}
	return &value{Value: amount(m), Currency: string(m.Currency)}
}
