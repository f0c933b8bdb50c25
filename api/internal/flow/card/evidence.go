package card

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
)

// Evidence is what a borrower has just proved before a card is added.
type Evidence struct {
	// Code: an SMS code that was sent for a card.
	Code bool
	// Face: a face check beside a card. It stands for the code.
	Face bool
	// FaceOffered: the product has face checks, and a card that replaces that of an order in progress needs one.
	FaceOffered bool
	// Obstacle is why the phone could make no face check; the reviewer reads it, unless we saw more ourselves. Empty when a
	// check is still to be made.
	Obstacle string
	// Session is the one whose own checks are looked at, Since (wall time) how far back.
	Session uuid.UUID
	Since   time.Time
}

// saw takes what the newest check of the session came to: it counts for more than what the phone says.
func (e *Evidence) saw(r face.Result) {
	switch r {
	case face.InReview, face.OutOfTime, face.SystemFailed:
		e.Obstacle = string(r)
	case face.NotPassed, face.StepUp:
		e.Obstacle = string(face.NotPassed)
	}
}

// beside says whether the evidence is enough for a card that replaces that of an order in progress. A check that failed,
// or that cannot be had, leaves the review alone.
func (e Evidence) beside() error {
	if e.FaceOffered && !e.Face && e.Obstacle == "" {
		return reason.New(reason.FaceNeeded)
	}
	return nil
}

// note is what the reviewer reads of the face check.
func (e Evidence) note() string {
	switch {
	case e.Face:
		return bankcard.FacePassed
	case !e.FaceOffered:
		return bankcard.FaceOff
	default:
		return e.Obstacle
	}
}
