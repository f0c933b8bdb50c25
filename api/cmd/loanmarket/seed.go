package main

import (
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

type seedCommand struct{}

func (seedCommand) Run(ctx context.Context) error {
	if err := useStack(); err != nil {
		return err
	}
	return seedMarket(ctx)
}

// useStack points the command at the stack of this clone unless DATABASE_URL names a database.
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

// seedMarket makes the demo market of the configured region, at business time.
func seedMarket(ctx context.Context) error {
	c, err := config.Load()
	if err != nil {
		return err
	}
	if !c.IsDevelopment() {
		return errors.New("the demo market belongs to the development profile: use loanmarket ops product save")
	}
	pool, err := postgres.Open(ctx, c.DatabaseURL.Reveal())
	if err != nil {
		return err
	}
	defer pool.Close()
	business, err := clock.NewBusiness(ctx, pool)
	if err != nil {
		return err
	}
	return seed.Seed(ctx, seed.Deps{Pool: pool, Region: c.Region, Now: business.Now()})
}
