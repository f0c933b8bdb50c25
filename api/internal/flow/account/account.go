// Package account lets a borrower manage the account itself: see and withdraw consents, get a copy of their data, and
// delete the account.
package account

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// Codes checks the SMS code of a deletion and uses it up.
type Codes func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error

// Certify makes the settlement certificate of an order.
type Certify func(ctx context.Context, order uuid.UUID) error

// Config holds the periods that the law and the operator set.
type Config struct {
	// Wait is how long a deletion request can be withdrawn.
	Wait time.Duration
	// KeepYears is how many years the documents of paid-out loans are kept after a deletion.
	KeepYears int
}

// Account is the flow.
type Account struct {
	pool *pgxpool.Pool
	// replica is the database from which data copies are read.
	replica *postgres.Replica
	clock   clock.Clock
	kyc     *kyc.KYC
	media   *media.Store
	codes   Codes
	certify Certify
	// chat is nil if there is no chat, or if it has no interface to delete contacts.
	chat   chat.Contacts
	config Config

	// pageSize is how many deletions one query finds. erasePage is how many rows of a member one transaction erases.
	pageSize, erasePage int
}

// New returns the flow.
func New(
	pool *pgxpool.Pool, replica *postgres.Replica, c clock.Clock, k *kyc.KYC, files *media.Store, codes Codes, certify Certify, contacts chat.Contacts, config Config,
) *Account {
	return &Account{
		pool: pool, replica: replica, clock: c, kyc: k, media: files, codes: codes, certify: certify, chat: contacts, config: config, pageSize: pageSize, erasePage: erasePage,
	}
}

// InPages returns the flow with another page size, for tests.
func (a *Account) InPages(size int) *Account {
	other := *a
	other.pageSize, other.erasePage = size, size
	return &other
}
