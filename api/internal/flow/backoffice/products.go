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

// ErrSuspendedBy means that a product was suspended by somebody whom the operator has not named.
var ErrSuspendedBy = errors.New("ask them first, then name them with --suspended-by; nothing was changed")

// productStatus is the audit action for suspending or resuming a product.
const productStatus = "product.status"

// SuspendProduct stops new applications for a product. It returns reason.ProductNotFound if there is none with that
// code. Orders in progress continue. Suspending a suspended product makes the operator its latest suspender: see
// ResumeProduct.
func (o *Backoffice) SuspendProduct(ctx context.Context, code, actor string) error {
	return o.setProductStatus(ctx, code, product.Suspended, actor, func(context.Context, pgx.Tx) error { return nil })
}

// ResumeProduct reopens a product. It returns reason.ProductNotFound if there is none with that code, and
// product.ErrInvalid if it must not be opened. An operator who ends a colleague's suspension must name the colleague.
// Otherwise it returns ErrSuspendedBy, which also covers a suspension at the same moment, whose operator would
// otherwise wrongly believe that the product is suspended.
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

// setProductStatus changes the status if may allows it. may runs while the product is locked, so that of two operators
// one sees the other's change.
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

// SaveProductFile writes the lenders of a file, and each of its products as a new version: all or nothing.
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

// Lenders lists all lenders and logs the access.
func (o *Backoffice) Lenders(ctx context.Context, actor string) ([]product.Lender, error) {
	if err := o.Note(ctx, actor, "lender.list", "lender"); err != nil {
		return nil, err
	}
	return product.Lenders().Read(ctx, o.pool)
}

// ErrNoLender means that no lender has the code.
var ErrNoLender = errors.New("no lender has that code: see ops lender list")

// Lender reads a lender by its code and logs the access. It returns ErrNoLender if there is none.
func (o *Backoffice) Lender(ctx context.Context, code, actor string) (product.Lender, error) {
	return o.lender(ctx, code, actor, "lender.read")
}

// KeyOfLender logs that the key of a lender is being shown. It never logs the key itself.
func (o *Backoffice) KeyOfLender(ctx context.Context, code, actor string) error {
	_, err := o.lender(ctx, code, actor, "lender.key")
	return err
}

func (o *Backoffice) lender(ctx context.Context, code, actor, action string) (product.Lender, error) {
	l, err := o.FindLender(ctx, code)
	if err != nil {
		return product.Lender{}, err
	}
	return l, o.Note(ctx, actor, action, "lender:"+code)
}

// FindLender reads a lender by its code. It returns ErrNoLender if there is none.
func (o *Backoffice) FindLender(ctx context.Context, code string) (product.Lender, error) {
	all, err := product.Lenders().Read(ctx, o.pool)
	if err != nil {
		return product.Lender{}, err
	}
	i := slices.IndexFunc(all, func(l product.Lender) bool { return l.Code == code })
	if i < 0 {
		return product.Lender{}, ErrNoLender
	}
	return all[i], nil
}

// Products lists the products of the deployment's region in the borrowers' order, and logs the access.
func (o *Backoffice) Products(ctx context.Context, actor string) ([]product.Product, error) {
	if err := o.Note(ctx, actor, "product.list", "product"); err != nil {
		return nil, err
	}
	return product.List(o.region.Code).Read(ctx, o.pool)
}

// Product reads a product by its code and logs the access. It returns reason.ProductNotFound if there is none.
func (o *Backoffice) Product(ctx context.Context, code, actor string) (product.Product, error) {
	if err := o.Note(ctx, actor, "product.read", "product:"+code); err != nil {
		return product.Product{}, err
	}
	return product.ByCode(code).Read(ctx, o.pool)
}
