// Package backoffice is what an operator reads and sets by hand across domains: orders with their borrowers, one order
// with its whole history, credit, the allow-list. Decisions and money have flows of their own (review, card, pay).
// Every read and every change writes an entry to the audit log.
package backoffice

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Backoffice is the flow.
type Backoffice struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	region  *region.Region
	members *member.Members
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, r *region.Region, members *member.Members) *Backoffice {
	return &Backoffice{pool: pool, clock: c, region: r, members: members}
}

// Note writes the audit entry of a command that changes nothing, or whose change is not one transaction. In the second
// case the entry is written before the change, which may stop halfway. actor is "ops:<user>".
func (o *Backoffice) Note(ctx context.Context, actor, action, subject string) error {
	return o.write(ctx, o.pool, actor, action, subject, nil)
}

func (o *Backoffice) write(ctx context.Context, db postgres.DB, actor, action, subject string, detail map[string]any) error {
	return audit.Write(ctx, db, audit.Entry{At: o.clock.Now(), Actor: actor, Action: action, Subject: subject, Detail: detail})
}

// ErrNobody means that no borrower has the number.
var ErrNobody = errors.New("nobody has registered with this number")

// Member finds a borrower by their number, or returns ErrNobody.
func (o *Backoffice) Member(ctx context.Context, phone string) (member.Summary, error) {
	m, err := o.members.ByPhone(ctx, o.pool, phone)
	if reason.Of(err) == reason.NoData {
		return member.Summary{}, ErrNobody
	}
	return m, err
}

// ErrLeft means that the borrower's account has been erased, so there is nothing to set.
var ErrLeft = errors.New("the account of this borrower has been erased; nothing was changed")

// staying is Member for a change. It returns ErrLeft if the account has been erased.
func (o *Backoffice) staying(ctx context.Context, phone string) (member.Summary, error) {
	m, err := o.Member(ctx, phone)
	if err == nil && m.Status == member.StatusDeleted {
		err = ErrLeft
	}
	return m, err
}

func memberSubject(id uuid.UUID) string { return "member:" + id.String() }
