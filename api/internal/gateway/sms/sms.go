// Package sms sends short messages: to the development desk, over HTTP to any provider with a JSON interface, or
// through Twilio.
package sms

import (
	"context"
	"errors"
	"time"
)

// timeout is how long a borrower waits for the provider to take a message.
const timeout = 8 * time.Second

// maxAnswer bounds what is read of a provider's answer.
const maxAnswer = 64 << 10

// ErrRefused says that the provider will never deliver this message: the number does not exist, or is blocked.
var ErrRefused = errors.New("sms: refused by the provider")

// ErrNotTaken says that the provider has certainly not taken this message, for now: it can be sent again, and nobody
// gets it twice.
var ErrNotTaken = errors.New("sms: not taken by the provider")

// Message is one text to one phone.
type Message struct {
	// ID is ours; providers that know idempotency get it, so that a repeat is not delivered twice.
	ID string
	// Phone is the number in E.164 form, "+84901234567".
	Phone string
	Body  string
}

// Gateway takes messages for delivery.
type Gateway interface {
	// Send returns when the provider has taken the message. An error that is neither ErrRefused nor
	// ErrNotTaken leaves open whether it did.
	Send(ctx context.Context, m Message) error
}
