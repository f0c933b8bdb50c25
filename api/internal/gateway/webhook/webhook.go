// Package webhook notifies operators over HTTP that something waits for a person.
package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// Alarm is a notification. It contains ids of rows and no personal data.
type Alarm struct {
	// ID is the same for every repetition.
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Since is in business time.
	Since  time.Time `json:"since"`
	Detail string    `json:"detail"`
	// Runbook is the relevant section of the runbook.
	Runbook string `json:"runbook"`
}

// Hook sends alarms to a URL. The zero value sends nothing.
type Hook struct {
	address string
	client  *signed.Client
}

// New returns the hook for a URL. If the URL is empty, it sends nothing.
func New(address string, key []byte) Hook {
	if address == "" {
		return Hook{}
	}
	return Hook{address: address, client: signed.New(key)}
}

// Listens reports whether the hook has a URL.
func (h Hook) Listens() bool { return h.address != "" }

// Tell posts an alarm, signed like every call to a partner. It returns an error, and the alarm must be sent again, for any
// response that is not 2xx, or that is a page, for example of a login before the webhook.
func (h Hook) Tell(ctx context.Context, a Alarm) error {
	a.Detail = redact.Text(a.Detail)
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	status, answer, err := h.client.Send(ctx, h.address, body)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	if status < 200 || status > 299 {
		return fmt.Errorf("webhook: responded with status %d", status)
	}
	if signed.IsPage(answer) {
		return fmt.Errorf("webhook: responded with status %d and a page", status)
	}
	return nil
}
