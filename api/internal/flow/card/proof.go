package card

import (
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
)

// Proof is what a borrower has just proved before a card is added.
type Proof struct {
	// Code: an SMS code that was sent for a card.
	Code bool
	// Face: a face check beside a card. It stands for the code.
	Face bool
	// FaceOffered: the product has face checks, and a card that replaces that of an order in progress needs one.
	FaceOffered bool
	// Obstacle is why there is no pass of a face check; the reviewer reads it. Empty when a check is still to be made.
	Obstacle string
}

// beside says whether the proof is enough for a card that replaces that of an order in progress. A check that failed,
// or that cannot be had, leaves the review alone.
func (p Proof) beside() error {
	if p.FaceOffered && !p.Face && p.Obstacle == "" {
		return reason.New(reason.FaceNeeded)
	}
	return nil
}

// note is what the reviewer reads of the face check.
func (p Proof) note() string {
	switch {
	case p.Face:
		return bankcard.FacePassed
	case !p.FaceOffered:
		return bankcard.FaceOff
	default:
		return p.Obstacle
	}
}
