// Package webhook tells whoever is on duty, over HTTP, that something waits for a person.
package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// Alarm is what is told. It names rows and no person.
type Alarm struct {
	// ID is the same in every repeat.
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Since is business time.
	Since  time.Time `json:"since"`
	Detail string    `json:"detail"`
	// Runbook is the section of the runbook on it.
	Runbook string `json:"runbook"`
}

// Hook is where alarms go. The zero value tells nobody.
type Hook struct {
	address string
	client  *signed.Client
}

// New makes the hook of an address; an empty one tells nobody.
func New(address string, key []byte) Hook {
	if address == "" {
		return Hook{}
	}
	return Hook{address: address, client: signed.New(key)}
}

// Listens reports whether anybody is told.
func (h Hook) Listens() bool { return h.address != "" }

// Tell posts an alarm, signed as every call to a partner. An error means that it has to be told again: any answer that is
// not 2xx is one.
func (h Hook) Tell(ctx context.Context, a Alarm) error {
	a.Detail = redact.Text(a.Detail)
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	status, _, err := h.client.Send(ctx, h.address, body)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	if status < 200 || status > 299 {
		return fmt.Errorf("webhook: it answers %d", status)
	}
	return nil
}
