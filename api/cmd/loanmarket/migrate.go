package main

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

type migrateCommand struct {
	URL string `name:"url" env:"MIGRATE_DATABASE_URL" required:"" help:"Connection string of the schema's owner."`
	To  uint   `help:"Version to go to, up or down; the newest by default."`

	Profile        config.Profile `env:"PROFILE" default:"production" hidden:""`
	AllowPlaintext bool           `env:"ALLOW_PLAINTEXT" hidden:""`
}

func (c migrateCommand) Run(ctx context.Context) error {
	if err := config.CheckOwner(c.Profile, config.Secret(c.URL), c.AllowPlaintext); err != nil {
		return err
	}
	return postgres.Migrate(ctx, c.URL, c.To)
}
