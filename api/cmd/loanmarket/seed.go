package main

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/devstack"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
)

type seedCommand struct {
	Crowd string `placeholder:"PHONE" help:"Also give the borrower with this phone number a long history of orders, payments, notices and requests, and as many products to choose from. For testing long lists; none of it is in the journal."`
	Count int    `default:"10000" help:"Number of each that --crowd creates."`
}

func (c seedCommand) Run(ctx context.Context) error {
	if err := useStack(); err != nil {
		return err
	}
	return seedMarket(ctx, func(ctx context.Context, d seed.Deps) error {
		if c.Crowd == "" {
			return nil
		}
		return seed.Crowd(ctx, d, c.Crowd, c.Count)
	})
}

// useStack configures the command for the stack of this clone, unless DATABASE_URL names a database.
func useStack() error {
	if os.Getenv("DATABASE_URL") != "" {
		return nil
	}
	root, err := repo.Root()
	if err != nil {
		return err
	}
	environment, err := devstack.Environment(root)
	if err != nil {
		return err
	}
	return setEnvironment(environment)
}

func setEnvironment(environment map[string]string) error {
	for name, value := range environment {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}

// seedMarket creates the demo market of the configured region, at business time, and then runs more.
func seedMarket(ctx context.Context, more ...func(context.Context, seed.Deps) error) error {
	c, err := config.Load()
	if err != nil {
		return err
	}
	if !c.IsDevelopment() {
		return errors.New("the demo market belongs to the development profile: use loanmarket ops product save")
	}
	pool, err := postgres.Open(ctx, cmp.Or(c.Direct(), c.DatabaseURL).Reveal())
	if err != nil {
		return err
	}
	defer pool.Close()
	business, err := clock.NewBusiness(ctx, pool)
	if err != nil {
		return err
	}
	deps := seed.Deps{Pool: pool, Region: c.Region, Now: business.Now()}
	if err := seed.Seed(ctx, deps); err != nil {
		return err
	}
	for _, seed := range more {
		if err := seed(ctx, deps); err != nil {
			return err
		}
	}
	return nil
}
