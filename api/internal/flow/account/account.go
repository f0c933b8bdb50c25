// Package account is what a borrower may do with their account itself: see and take back what they agreed to, get a
// copy of their data, leave.
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

// Codes proves the SMS code of a deletion, and uses it up.
type Codes func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error

// Certify makes the settlement certificate of an order.
type Certify func(ctx context.Context, order uuid.UUID) error

// Config is what the law and the operator ask.
type Config struct {
	// Wait is how long a wish for deletion can be withdrawn.
	Wait time.Duration
	// KeepYears is how long the documents of loans that were paid out are kept after a deletion.
	KeepYears int
}

// Account is the flow.
type Account struct {
	pool *pgxpool.Pool
	// replica is where copies are read.
	replica *postgres.Replica
	clock   clock.Clock
	kyc     *kyc.KYC
	media   *media.Store
	codes   Codes
	certify Certify
	// chat is nil where there is none, or where it cannot be told.
	chat   chat.Contacts
	config Config

	// pageSize is how many a look finds at once, erasePage how many rows of a member one transaction erases.
	pageSize, erasePage int
}

// New makes the flow.
func New(
	pool *pgxpool.Pool, replica *postgres.Replica, c clock.Clock, k *kyc.KYC, files *media.Store, codes Codes, certify Certify, contacts chat.Contacts, config Config,
) *Account {
	return &Account{
		pool: pool, replica: replica, clock: c, kyc: k, media: files, codes: codes, certify: certify, chat: contacts, config: config, pageSize: pageSize, erasePage: erasePage,
	}
}

// InPages is the flow whose pages have another size, for tests.
func (a *Account) InPages(size int) *Account {
	other := *a
	other.pageSize, other.erasePage = size, size
	return &other
}
