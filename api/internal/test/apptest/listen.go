package apptest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// recorded is the listener for the statements that requests send to the database.
type recorded struct {
	mu sync.Mutex
	to func(call string, sent []postgres.Statement)
}

// Listen calls to with all statements of each request from now on; nil ends it.
func (stack *Stack) Listen(to func(call string, sent []postgres.Statement)) {
	stack.heard.mu.Lock()
	defer stack.heard.mu.Unlock()
	stack.heard.to = to
}

// Work starts one more process, which works all jobs, and counts the round trips of its background work.
func (stack *Stack) Work(t testing.TB) *postgres.Trips {
	t.Helper()
	c, err := config.Read(stack.variables)
	require.NoError(t, err)
	ctx, trips := postgres.CountTrips(t.Context())
	stack.startProcess(ctx, t, c, setup{})
	return trips
}

func (stack *Stack) record(call string, trips *postgres.Trips) {
	stack.heard.mu.Lock()
	defer stack.heard.mu.Unlock()
	if stack.heard.to != nil {
		stack.heard.to(call, trips.Statements())
	}
}
