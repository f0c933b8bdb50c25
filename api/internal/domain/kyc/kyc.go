// Package kyc stores the data that borrowers submit for verification: identity, personal data, work and emergency contacts, and
// the drafts of these forms. The validation rules of the forms (spec 5) are pure functions of the values. Each topic has its own
// file.
package kyc

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Topic is a form of the verification.
type Topic string

// The topics. Bank card, carrier and face belong to other packages, except for the draft of the bank card form.
const (
	Identity Topic = "identity"
	Personal Topic = "personal"
	Company  Topic = "company"
	Contacts Topic = "contacts"
	BankCard Topic = "bankcard"
	Opt      Topic = "opt"
	// Face is the optional face check. It comes after the identity, for products that have it.
	Face Topic = "face"
)

// Topics lists the topics of every borrower, in the order in which they are asked.
var Topics = []Topic{Identity, Personal, Company, Contacts, BankCard, Opt}

var _ = postgres.Constraints(map[string]reason.Reason{
	"identity_number_key": reason.IdentityUnconfirmed,
	"contact_phone_key":   reason.ContactDuplicate,
})

// KYC is the service of this package.
type KYC struct {
	keyring *secret.Keyring
	hasher  *secret.Hasher
}

// New returns the service with its encryption keys and its hasher.
func New(keyring *secret.Keyring, hasher *secret.Hasher) *KYC {
	return &KYC{keyring: keyring, hasher: hasher}
}

func identityOwner(member uuid.UUID) string { return "identity/" + member.String() + "/id_number" }

func draftOwner(member uuid.UUID, topic Topic) string {
	return "verification_draft/" + member.String() + "/" + string(topic)
}
