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

// Event is a type of conversion.
type Event string

// The events: the first login of a number, a loan application, a payout.
const (
	Registration Event = "registration"
	Application  Event = "application"
	Payout       Event = "payout"
)

// State is the outcome of a conversion.
type State string

// The outcomes of a conversion.
const (
	Sent State = "sent"
	// Skipped conversions were not to be reported. Refused ones were rejected by the platform.
	Skipped State = "skipped"
	Refused State = "refused"
)

// Conversion is an event with its outcome. Subject is the member or the order, each of which counts once per event.
type Conversion struct {
	MemberID uuid.UUID
	Event    Event
	Subject  uuid.UUID
	Channel  string
	State    State
	// Detail is the reason why it was skipped or refused.
	Detail string
	At     time.Time
}

// EventID returns the id of a conversion for the platform. It is a hash, so that the platform learns none of our ids. The
// browser's registration event has the same id (mobile/src/lib/ads/registration.ts), so that the platform counts it once.
func EventID(event Event, subject uuid.UUID) string {
	sum := sha256.Sum256([]byte(string(event) + "." + subject.String()))
	return hex.EncodeToString(sum[:16])
}

// Concluded reports whether the outcome of a conversion is stored.
func Concluded(event Event, subject uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("channel: conversion", `SELECT EXISTS (SELECT FROM conversion WHERE event = $1 AND subject = $2)`, event, subject.String())
}

// Conclude stores the outcome of a conversion. The first outcome is kept.
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
