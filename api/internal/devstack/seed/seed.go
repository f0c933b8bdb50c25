// Package seed fills a development database with a demo market.
package seed

import (
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
)

//go:embed markets
var markets embed.FS

// Deps are the dependencies of seeding.
type Deps struct {
	Pool   *pgxpool.Pool // the application's own role
	Region string        // vi, cn, id, th, gh
	Now    time.Time     // business time
}

// Seed creates the demo market of the region. It runs at every start of the development stack and changes nothing if the region
// already has products, so changes of an operator are kept.
func Seed(ctx context.Context, d Deps) error {
	file, err := markets.Open("markets/" + d.Region + ".yaml")
	if err != nil {
		return fmt.Errorf("seed: no demo market for region %q: %w", d.Region, err)
	}
	defer file.Close()
	demo, err := productfile.Read(file)
	if err != nil {
		return err
	}
	var there bool
	if err := d.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM loan_product WHERE region = $1)`, d.Region).Scan(&there); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	if there {
		return nil
	}
	return demo.Save(ctx, d.Pool, d.Now)
}
