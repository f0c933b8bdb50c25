package card

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
)

// Evidence is what a borrower has proved just before adding a card.
type Evidence struct {
	// Code reports whether the borrower entered an SMS code sent for a card.
	Code bool
	// Face reports whether a face check for a card passed. It replaces the code.
	Face bool
	// FaceOffered reports whether the product has face checks. A card that replaces that of an order in progress then
	// needs one.
	FaceOffered bool
	// Obstacle is why the phone could not make a face check. The reviewer sees it, unless our own records say more. It
	// is empty while a check is still possible.
	Obstacle string
	// Session is the session whose own checks count; Since (wall time) is from when on.
	Session uuid.UUID
	Since   time.Time
}

// saw applies the result of the session's newest check, which takes precedence over what the phone reports.
func (e *Evidence) saw(r face.Result) {
	switch r {
	case face.InReview, face.OutOfTime, face.SystemFailed:
		e.Obstacle = string(r)
	case face.NotPassed, face.StepUp:
		e.Obstacle = string(face.NotPassed)
	}
}

// beside returns FaceNeeded if the evidence is not enough for a card that replaces that of an order in progress. If a
// check failed or is not possible, the review alone decides.
func (e Evidence) beside() error {
	if e.FaceOffered && !e.Face && e.Obstacle == "" {
		return reason.New(reason.FaceNeeded)
	}
	return nil
}

// note returns what the reviewer sees about the face check.
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
