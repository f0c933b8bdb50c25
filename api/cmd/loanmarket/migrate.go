package main

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

type migrateCommand struct {
	URL string `name:"url" env:"MIGRATE_DATABASE_URL" required:"" help:"Connection string of the owner of the schema."`
	To  uint   `help:"Schema version to migrate to, up or down. Defaults to the newest."`

	Profile        config.Profile `env:"PROFILE" default:"production" hidden:""`
	AllowPlaintext bool           `env:"ALLOW_PLAINTEXT" hidden:""`
}

func (c migrateCommand) Run(ctx context.Context) error {
	if err := config.CheckOwner(c.Profile, config.Secret(c.URL), c.AllowPlaintext); err != nil {
		return err
	}
	return postgres.Migrate(ctx, c.URL, c.To)
}
