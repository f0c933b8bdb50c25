// Package borrower defines the caller of a flow, the login of a borrower, and the data of the profile page.
package borrower

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Borrower is a member with a session, or a visitor when ID is zero.
type Borrower struct {
	ID           uuid.UUID
	SessionID    uuid.UUID
	DeviceID     uuid.UUID
	Phone        string
	WhiteListed  bool
	Region       *region.Region
	AppProductID string
	Lang         lang.Lang
	// IdempotencyKey identifies the intention of a call that changes something.
	IdempotencyKey idempotency.Key
}

// Visitor reports whether there is no session.
func (b Borrower) Visitor() bool { return b.ID == uuid.Nil }
