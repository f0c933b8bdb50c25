package backoffice

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// AllowList reads a page of the white-listed borrowers, newest first. Some products are offered to these alone.
func (o *Backoffice) AllowList(ctx context.Context, actor string, a paging.Request) (paging.Page[member.Summary], error) {
	if err := o.Note(ctx, actor, "allow_list.read", "allow_list"); err != nil {
		return paging.Page[member.Summary]{}, err
	}
	return o.members.WhiteListed(a).Read(ctx, o.pool)
}

// Allow adds the borrower of a number to the allow-list, or removes them. changed is false if nothing changed. Orders
// in progress are not affected.
func (o *Backoffice) Allow(ctx context.Context, phone string, listed bool, actor string) (changed bool, err error) {
	m, err := o.staying(ctx, phone)
	if err != nil {
		return false, err
	}
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if changed, err = member.SetWhiteListed(ctx, tx, m.ID, listed); err != nil {
			return err
		}
		action := "allow_list.add"
		if !listed {
			action = "allow_list.remove"
		}
		return o.write(ctx, tx, actor, action, memberSubject(m.ID), map[string]any{"changed": changed})
	})
	return changed, err
}
