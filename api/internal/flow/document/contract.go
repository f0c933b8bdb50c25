// Package document makes the papers that a borrower holds.
package document

import "github.com/google/uuid"

// ContractArgs ask for the PDF of an accepted contract.
type ContractArgs struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (ContractArgs) Kind() string { return "order.contract" }
