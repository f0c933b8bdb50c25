package backoffice

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// AllowList reads a page of the borrowers to whom the products for listed borrowers are open, the newest first.
func (o *Backoffice) AllowList(ctx context.Context, actor string, a paging.Request) (paging.Page[member.Summary], error) {
	if err := o.Note(ctx, actor, "allow_list.read", "allow_list"); err != nil {
		return paging.Page[member.Summary]{}, err
	}
	return o.members.WhiteListed(a).Read(ctx, o.pool)
}

// Allow puts who has registered with a number on the allow-list, or takes them off it; changed is false when they stood
// so already. Orders in progress are not touched.
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
