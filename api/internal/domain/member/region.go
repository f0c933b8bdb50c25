package member

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// CheckRegion refuses a database whose members are of another region: every list would be empty, and a borrower who logs in
// would be a new member. A deployment serves one region, so the first member tells.
func CheckRegion(ctx context.Context, db postgres.DB, r *region.Region) error {
	first, err := postgres.Row[struct{ Region string }]("member: region", `SELECT region FROM member ORDER BY id LIMIT 1`).Read(ctx, db)
	if err != nil {
		return err
	}
	if first != nil && first.Region != r.Code {
		return fmt.Errorf("the members of this database are of region %q, and this process serves %q", first.Region, r.Code)
	}
	return nil
}
