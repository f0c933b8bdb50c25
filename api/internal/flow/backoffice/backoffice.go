// Package backoffice is what an operator looks at and sets by hand, as far as it spans domains: orders with their
// borrowers, one order with everything that was written about it, credit, the allow-list. Decisions and money have flows
// of their own (review, card, pay). Every look and every change leaves a line in the audit log.
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

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, r *region.Region, members *member.Members) *Backoffice {
	return &Backoffice{pool: pool, clock: c, region: r, members: members}
}

// Note writes the audit line of a command that changes nothing, or whose change is not one transaction: then the line stands before
// the change, which may stop half way. actor is "ops:<user>".
func (o *Backoffice) Note(ctx context.Context, actor, action, subject string) error {
	return o.write(ctx, o.pool, actor, action, subject, nil)
}

func (o *Backoffice) write(ctx context.Context, db postgres.DB, actor, action, subject string, detail map[string]any) error {
	return audit.Write(ctx, db, audit.Entry{At: o.clock.Now(), Actor: actor, Action: action, Subject: subject, Detail: detail})
}

// ErrNobody says that a number is of no borrower.
var ErrNobody = errors.New("nobody has registered with this number")

// Member finds a borrower by their number; ErrNobody when there is none.
func (o *Backoffice) Member(ctx context.Context, phone string) (member.Summary, error) {
	m, err := o.members.ByPhone(ctx, o.pool, phone)
	if reason.Of(err) == reason.NoData {
		return member.Summary{}, ErrNobody
	}
	return m, err
}

// ErrLeft says that the borrower of a number has left: nothing of them is kept that could be set.
var ErrLeft = errors.New("the borrower of this number has left, and their account is erased: nothing was changed")

// staying is Member for what is to be changed; ErrLeft where their account is erased.
func (o *Backoffice) staying(ctx context.Context, phone string) (member.Summary, error) {
	m, err := o.Member(ctx, phone)
	if err == nil && m.Status == member.StatusDeleted {
		err = ErrLeft
	}
	return m, err
}

func memberSubject(id uuid.UUID) string { return "member:" + id.String() }
