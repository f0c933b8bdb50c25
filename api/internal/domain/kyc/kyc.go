// Package kyc keeps what a borrower proves about themselves: identity, personal data, work, emergency contacts, and
// what they have typed and not submitted yet. The rules of the forms (specification 5) are functions of the values alone;
// each topic has one file.
package kyc

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Topic is one form of the verification.
type Topic string

// The topics. The bank card, the carrier and the face are other domains'; of the bank card the draft is kept here.
const (
	Identity Topic = "identity"
	Personal Topic = "personal"
	Company  Topic = "company"
	Contacts Topic = "contacts"
	BankCard Topic = "bankcard"
	Opt      Topic = "opt"
	// Face is the check of a face, the borrower's choice. It comes after the identity, where a product has it.
	Face Topic = "face"
)

// Topics are those of every borrower, in the order in which they are asked.
var Topics = []Topic{Identity, Personal, Company, Contacts, BankCard, Opt}

var _ = postgres.Constraints(map[string]reason.Reason{
	"identity_number_key": reason.IdentityUnconfirmed,
	"contact_phone_key":   reason.ContactDuplicate,
})

// KYC is the package's service.
type KYC struct {
	keyring *secret.Keyring
	hasher  *secret.Hasher
}

// New makes it of the keys that seal and hash.
func New(keyring *secret.Keyring, hasher *secret.Hasher) *KYC {
	return &KYC{keyring: keyring, hasher: hasher}
}

func identityOwner(member uuid.UUID) string { return "identity/" + member.String() + "/id_number" }

func draftOwner(member uuid.UUID, topic Topic) string {
	return "verification_draft/" + member.String() + "/" + string(topic)
}
