package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
)

// openAccess opens the access of the operator's commands: from the environment in production, or else to the stack of
// this clone.
func openAccess(ctx context.Context) (*ops.Access, error) {
	own := os.Getenv("DATABASE_URL") == ""
	err := useStack()
	if errors.Is(err, repo.ErrNotFound) {
		return nil, errors.New("DATABASE_URL is not set, and this folder is not in a clone of loanmarket: set the environment variables of the API")
	}
	if err != nil {
		return nil, err
	}
	c, err := config.Load()
	if err != nil {
		return nil, err
	}
	o, err := app.NewOpsAccess(ctx, c)
	if err != nil && own {
		return nil, fmt.Errorf("the stack of this clone does not answer; start it with `npm start`: %w", err)
	}
	return o, err
}
