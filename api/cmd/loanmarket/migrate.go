package main

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

type migrateCommand struct {
	URL string `name:"url" env:"MIGRATE_DATABASE_URL" required:"" help:"Connection string of the schema's owner."`
	To  uint   `help:"Version to go to, up or down; the newest by default."`
}

func (c migrateCommand) Run(ctx context.Context) error {
	return postgres.Migrate(ctx, c.URL, c.To)
}
