package backoffice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
)

// ErrSuspendedBy says that a product is suspended by somebody whom the operator has not named.
var ErrSuspendedBy = errors.New("ask them, and name them with --suspended-by; nothing was changed")

// productStatus is a product's suspension, or the end of one, in the audit log.
const productStatus = "product.status"

// SuspendProduct takes no new applications for a product; reason.ProductNotFound when there is none of that code. Orders in progress go on. One
// that is suspended already is the operator's, too, from then on: see ResumeProduct.
func (o *Backoffice) SuspendProduct(ctx context.Context, code, actor string) error {
	return o.setProductStatus(ctx, code, product.Suspended, actor, func(context.Context, pgx.Tx) error { return nil })
}

// ResumeProduct opens a product again; reason.ProductNotFound when there is none of that code, and product.ErrInvalid when it may not be
// opened. Whoever ends the suspension of a colleague names them: ErrSuspendedBy where somebody else has suspended it last, as in the same
// moment, and would be told that it is suspended.
func (o *Backoffice) ResumeProduct(ctx context.Context, code, suspendedBy, actor string) error {
	return o.setProductStatus(ctx, code, product.Active, actor, func(ctx context.Context, tx pgx.Tx) error {
		last, err := audit.Last(productStatus, "product:"+code).Read(ctx, tx)
		if err != nil || last == nil || last.Detail["status"] != product.Suspended {
			return err
		}
		if by := strings.TrimPrefix(last.Actor, "ops:"); last.Actor != actor && by != suspendedBy {
			return fmt.Errorf("it is suspended by %s since %s: %w", by, last.At.In(o.region.TimeZone).Format("2006-01-02 15:04:05"), ErrSuspendedBy)
		}
		return nil
	})
}

// setProductStatus changes it where may says so, which is asked when the product is held: of two operators one sees what the other said.
func (o *Backoffice) setProductStatus(ctx context.Context, code, status, actor string, may func(context.Context, pgx.Tx) error) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := product.SetStatus(ctx, tx, pricing.Price, code, status); err != nil {
			return err
		}
		if err := may(ctx, tx); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, productStatus, "product:"+code, map[string]any{"status": status})
	})
}

// SaveProductFile writes the lenders of a file, and each of its products as a new version: all of it or nothing.
func (o *Backoffice) SaveProductFile(ctx context.Context, file productfile.File, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := file.Save(ctx, tx, o.clock.Now()); err != nil {
			return err
		}
		for _, l := range file.Lenders {
			if err := o.write(ctx, tx, actor, "lender.save", "lender:"+l.Code, map[string]any{
				"gateway": l.Gateway, "endpoint": l.Endpoint, "type": l.Type,
			}); err != nil {
				return err
			}
		}
		for _, p := range file.Products {
			if err := o.write(ctx, tx, actor, "product.save", "product:"+p.Code, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// Lenders lists all lenders, and notes who looked.
func (o *Backoffice) Lenders(ctx context.Context, actor string) ([]product.Lender, error) {
	if err := o.Note(ctx, actor, "lender.list", "lender"); err != nil {
		return nil, err
	}
	return product.Lenders().Read(ctx, o.pool)
}

// ErrNoLender says that a code is of no lender.
var ErrNoLender = errors.New("there is no lender of that code: see ops lender list")

// Lender reads a lender by its code, and notes who looked; ErrNoLender when there is none.
func (o *Backoffice) Lender(ctx context.Context, code, actor string) (product.Lender, error) {
	return o.lender(ctx, code, actor, "lender.read")
}

// KeyOfLender notes that the key of a lender is being told, and never the key itself.
func (o *Backoffice) KeyOfLender(ctx context.Context, code, actor string) error {
	_, err := o.lender(ctx, code, actor, "lender.key")
	return err
}

func (o *Backoffice) lender(ctx context.Context, code, actor, action string) (product.Lender, error) {
	all, err := product.Lenders().Read(ctx, o.pool)
	if err != nil {
		return product.Lender{}, err
	}
	i := slices.IndexFunc(all, func(l product.Lender) bool { return l.Code == code })
	if i < 0 {
		return product.Lender{}, ErrNoLender
	}
	return all[i], o.Note(ctx, actor, action, "lender:"+code)
}

// Products lists the products of the deployment's region in the order in which borrowers see them, and notes who looked.
func (o *Backoffice) Products(ctx context.Context, actor string) ([]product.Product, error) {
	if err := o.Note(ctx, actor, "product.list", "product"); err != nil {
		return nil, err
	}
	return product.List(o.region.Code).Read(ctx, o.pool)
}

// Product reads a product by its code, and notes who looked; reason.ProductNotFound when there is none.
func (o *Backoffice) Product(ctx context.Context, code, actor string) (product.Product, error) {
	if err := o.Note(ctx, actor, "product.read", "product:"+code); err != nil {
		return product.Product{}, err
	}
	return product.ByCode(code).Read(ctx, o.pool)
}
