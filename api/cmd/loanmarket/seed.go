package main

import (
	"context"
	"os"

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

func seedMarket(ctx context.Context) error {
	pool, err := postgres.Open(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	return seed.Seed(ctx, seed.Deps{Pool: pool})
}
