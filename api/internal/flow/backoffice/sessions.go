package backoffice

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// EndSessions logs the borrower of a number out everywhere and returns how many sessions ended. why is written to the
// audit log.
func (o *Backoffice) EndSessions(ctx context.Context, phone, why, actor string) (ended int64, err error) {
	m, err := o.Member(ctx, phone)
	if err != nil {
		return 0, err
	}
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if ended, err = member.EndSessions(m.ID, o.clock.Now()).Read(ctx, tx); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "session.end", memberSubject(m.ID), map[string]any{"ended": ended, "why": why})
	})
	return ended, err
}

// EndAllSessions logs all members out. The audit entry is written first, because the change may stop halfway.
func (o *Backoffice) EndAllSessions(ctx context.Context, why, actor string) (ended int64, err error) {
	if err := o.write(ctx, o.pool, actor, "session.end_all", "session", map[string]any{"why": why}); err != nil {
		return 0, err
	}
	return member.EndAllSessions(ctx, o.pool, o.clock.Now())
}
