// Package borrower is who asks a flow for something.
package borrower

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/idem"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Borrower is a member with a session, or a visitor when ID is zero.
type Borrower struct {
	ID           uuid.UUID
	DeviceID     uuid.UUID
	Phone        string
	WhiteListed  bool
	Region       *region.Region
	AppProductID string
	Lang         lang.Lang
	// Idem is the intention of a call that changes something.
	Idem idem.Key
}

// Visitor reports whether there is no session.
func (b Borrower) Visitor() bool { return b.ID == uuid.Nil }
