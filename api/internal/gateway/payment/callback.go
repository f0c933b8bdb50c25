package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const (
	// callbackPoll is the interval of the search for callbacks that are due.
	callbackPoll = 500 * time.Millisecond
	// callbackRetry is the delay after the first failure. It doubles up to callbackMaxRetry.
	callbackRetry    = time.Second
	callbackMaxRetry = time.Minute
	callbackPageSize = 16
)

// Callbacks delivers the sandbox bank's signed callbacks over HTTP and retries until they are accepted.
type Callbacks struct {
	bank *Sandbox
	// url is the callback URL, ending in "/hooks/payment/sandbox".
	url    string
	client *signed.Client
}

// NewCallbacks returns the delivery to a URL. Both sides sign with key.
func NewCallbacks(bank *Sandbox, url string, key []byte) *Callbacks {
	return &Callbacks{bank: bank, url: url, client: signed.New(key)}
}

// Run delivers callbacks until ctx ends. Several processes can run it at the same time.
func (c *Callbacks) Run(ctx context.Context) error {
	tick := time.NewTicker(callbackPoll)
	defer tick.Stop()
	for {
		// Errors are ignored, because a callback that was not delivered stays due.
		if sent, err := c.Deliver(ctx); err == nil && sent == callbackPageSize {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

type callback struct {
	EventID string
	Body    []byte
}

// Deliver sends a page of due callbacks and returns their number. The error joins the failed ones, which become due again later.
func (c *Callbacks) Deliver(ctx context.Context) (int, error) {
	// The time of the next attempt is stored before this one, so that a crash loses no callback.
	rows, err := c.bank.pool.Query(ctx, `
		UPDATE sandbox_bank.callback SET attempts = attempts + 1,
			next_at = now() + least($2::interval * 2 ^ least(attempts, 10), $3::interval)
		WHERE event_id IN (
			SELECT event_id FROM sandbox_bank.callback WHERE delivered_at IS NULL AND next_at <= now()
			ORDER BY next_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
		RETURNING event_id, body::text`, callbackPageSize, callbackRetry, callbackMaxRetry)
	if err != nil {
		return 0, fmt.Errorf("payment: callbacks: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[callback])
	if err != nil {
		return 0, fmt.Errorf("payment: callbacks: %w", err)
	}
	var failed []error
	for _, one := range due {
		failed = append(failed, c.deliver(ctx, one))
	}
	return len(due), errors.Join(failed...)
}

func (c *Callbacks) deliver(ctx context.Context, one callback) error {
	status, _, err := c.client.Send(ctx, c.url, one.Body)
	if err != nil {
		return fmt.Errorf("payment: callback: %w", err)
	}
	if status != http.StatusOK {
		return fmt.Errorf("payment: callback %s was answered with %d", one.EventID, status)
	}
	if _, err := c.bank.pool.Exec(ctx, `UPDATE sandbox_bank.callback SET delivered_at = now() WHERE event_id = $1`, one.EventID); err != nil {
		return fmt.Errorf("payment: callback: %w", err)
	}
	return nil
}
