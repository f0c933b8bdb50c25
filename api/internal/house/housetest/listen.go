package housetest

import (
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// heard collects what calls send to the database, while somebody listens.
type heard struct {
	mu sync.Mutex
	to func(call string, sent []postgres.Statement)
}

// Listen has to hear of every statement that a call sends from now on; nil ends it.
func (town *Town) Listen(to func(call string, sent []postgres.Statement)) {
	town.heard.mu.Lock()
	defer town.heard.mu.Unlock()
	town.heard.to = to
}

func (town *Town) hear(call string, trips *postgres.Trips) {
	town.heard.mu.Lock()
	defer town.heard.mu.Unlock()
	if town.heard.to != nil {
		town.heard.to(call, trips.Statements())
	}
}
