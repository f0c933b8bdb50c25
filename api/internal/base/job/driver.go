package job

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// driver works on one pool and listens on a connection of another: the working pool may go through a pooler, LISTEN may not.
type driver struct {
	*riverpgxv5.Driver

	listeners *riverpgxv5.Driver
}

func driverOf(pool, listeners *pgxpool.Pool) *driver {
	return &driver{Driver: riverpgxv5.New(pool), listeners: riverpgxv5.New(listeners)}
}

// GetListener returns the connection on which the client is notified of new jobs.
func (d *driver) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return d.listeners.GetListener(params)
}
