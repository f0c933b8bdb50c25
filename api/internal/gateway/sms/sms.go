// Package sms sends text messages: to the development desk, over HTTP to any provider with a JSON API, or through Twilio.
package sms

import (
	"context"
	"errors"
	"time"
)

// timeout is how long a borrower waits for the provider to accept a message.
const timeout = 8 * time.Second

// maxAnswer is the maximum number of bytes read of a provider's response.
const maxAnswer = 64 << 10

// ErrRefused says that the provider will never deliver to this number, because it does not exist or is blocked.
var ErrRefused = errors.New("sms: refused by the provider")

// ErrNotTaken says that the provider certainly did not accept this message: it can be sent again without being delivered twice.
var ErrNotTaken = errors.New("sms: not taken by the provider")

// Message is a text message to one phone.
type Message struct {
	// ID is our id. Providers that support idempotency get it, so that a repetition is not delivered twice.
	ID string
	// Phone is the number in E.164 format, such as "+84901234567".
	Phone string
	Body  string
}

// Gateway sends messages.
type Gateway interface {
	// Send returns nil when the provider has accepted the message. An error other than ErrRefused and ErrNotTaken leaves open
	// whether it did.
	Send(ctx context.Context, m Message) error
}
