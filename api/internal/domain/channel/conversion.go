package channel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Event is what a borrower did that a platform may hear of.
type Event string

// The events: the first log-in of a number, an application, the money on its way.
const (
	Registration Event = "registration"
	Application  Event = "application"
	Payout       Event = "payout"
)

// State is what became of a conversion.
type State string

// The states.
const (
	Sent State = "sent"
	// Skipped conversions were not for the platform to know; Refused ones it did not want.
	Skipped State = "skipped"
	Refused State = "refused"
)

// Conversion is an event with what became of it. Subject is the member or the order; each counts once.
type Conversion struct {
	MemberID uuid.UUID
	Event    Event
	Subject  uuid.UUID
	Channel  string
	State    State
	// Detail says why it was skipped or refused.
	Detail string
	At     time.Time
}

// EventID names a conversion to the platform, by no id of ours: of a member it learns a hash. The browser's own event of a
// registration carries the same (mobile/src/lib/ads/registration.ts), so that the platform counts one.
func EventID(event Event, subject uuid.UUID) string {
	sum := sha256.Sum256([]byte(string(event) + "." + subject.String()))
	return hex.EncodeToString(sum[:16])
}

// Concluded reports whether a conversion was dealt with already.
func Concluded(event Event, subject uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("channel: conversion", `SELECT EXISTS (SELECT FROM conversion WHERE event = $1 AND subject = $2)`, event, subject.String())
}

// Conclude writes down what became of a conversion; the first word stands.
func Conclude(ctx context.Context, db postgres.DB, c Conversion) error {
	const insert = `
		INSERT INTO conversion (member_id, event, subject, channel_code, state, detail, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT ON CONSTRAINT conversion_once DO NOTHING`
	_, err := db.Exec(ctx, insert, c.MemberID, c.Event, c.Subject.String(), c.Channel, c.State, c.Detail, c.At)
	if err != nil {
		return fmt.Errorf("channel: conclude: %w", postgres.Reason(err))
	}
	return nil
}
