package devstack

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
)

// A deployment has two roles: the owner of the schema, who runs the migrations, and the application's, which owns nothing.
const (
	database  = "loanmarket"
	ownerRole = "loanmarket_owner"
	appRole   = "loanmarket_app"
)

// prepareDatabase creates the roles and the database of a deployment on a new server, as api/docs/production.md tells operators
// to do. It is idempotent.
func prepareDatabase(ctx context.Context, config embeddedpg.Config, k savedState) error {
	conn, err := pgx.Connect(ctx, config.URL(embeddedpg.Superuser, config.Password, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for role, password := range map[string]string{ownerRole: k.OwnerPassword, appRole: k.AppPassword} {
		if err := ensure(ctx, conn, "pg_roles WHERE rolname", role, "CREATE ROLE "+role); err != nil {
			return err
		}
		// The passwords are random letters that we generated, so they need no quoting.
		if _, err := conn.Exec(ctx, fmt.Sprintf("ALTER ROLE %s LOGIN PASSWORD '%s'", role, password)); err != nil {
			return err
		}
	}
	return ensure(ctx, conn, "pg_database WHERE datname", database, "CREATE DATABASE "+database+" OWNER "+ownerRole)
}

// ensure runs create unless the named thing exists.
func ensure(ctx context.Context, conn *pgx.Conn, where, name, create string) error {
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+where+" = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err := conn.Exec(ctx, create)
	return err
}
