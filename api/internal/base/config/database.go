package config

// Database configures how a process uses PostgreSQL, in addition to DATABASE_URL.
type Database struct {
	// RequestConnections and JobConnections limit the connections of a process for requests and for jobs, so that neither waits
	// for the other.
	RequestConnections int `env:"REQUEST_CONNECTIONS" envDefault:"8"`
	JobConnections     int `env:"JOB_CONNECTIONS" envDefault:"6"`
	// Listen makes a process that works jobs LISTEN for new ones on one additional connection; otherwise it polls every second.
	Listen bool `env:"LISTEN" envDefault:"true"`
	// Pooled means that DATABASE_URL leads to a pooler in transaction mode. DirectURL connects without it, as the same role.
	Pooled    bool   `env:"POOLED"`
	DirectURL Secret `env:"DIRECT_URL"`
	// ReplicaURL leads to a standby, as the same role, for large reads that change nothing; if empty, they use the primary.
	ReplicaURL Secret `env:"REPLICA_URL"`
}

// minConnections allows one transaction to proceed while another waits.
const minConnections = 2

// Direct returns the URL of the database without a pooler; empty if the deployment has none.
func (c Config) Direct() Secret {
	if c.Database.Pooled || c.Database.DirectURL != "" {
		return c.Database.DirectURL
	}
	return c.DatabaseURL
}
