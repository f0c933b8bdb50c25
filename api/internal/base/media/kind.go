package media

import "slices"

// Kind is what a file is for. Each kind has a bucket of its own, and a file of one kind is not taken for another.
type Kind string

// The kinds of files.
const (
	Identity  Kind = "identity"
	Face      Kind = "face"
	Passbook  Kind = "passbook"
	Proof     Kind = "proof"
	Complaint Kind = "complaint"
	// Document is made by us for the borrower to keep: an accepted contract, a receipt, a certificate.
	Document Kind = "document"
)

// Kinds lists them all.
var Kinds = []Kind{Identity, Face, Passbook, Proof, Complaint, Document}

// Valid reports whether k is one of Kinds.
func (k Kind) Valid() bool { return slices.Contains(Kinds, k) }

// auditedKinds kinds leave an audit row at every read.
var auditedKinds = []Kind{Identity, Face, Passbook}
