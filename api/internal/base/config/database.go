package config

// Database is how a process uses PostgreSQL beside DATABASE_URL.
type Database struct {
	// RequestConnections and JobConnections bound the connections of a process, for what borrowers and partners ask and for
	// jobs, so that neither waits for the other.
	RequestConnections int `env:"REQUEST_CONNECTIONS" envDefault:"8"`
	JobConnections     int `env:"JOB_CONNECTIONS" envDefault:"6"`
	// Listen has a process that works jobs hear of new ones, on one connection more; without it looks every second.
	Listen bool `env:"LISTEN" envDefault:"true"`
	// Pooled says that DATABASE_URL leads to a pooler in transaction mode, DirectURL past it, as the same role.
	Pooled    bool   `env:"POOLED"`
	DirectURL Secret `env:"DIRECT_URL"`
	// ReplicaURL leads to a standby, as the same role, for those who look at much and change nothing; empty has them ask the
	// primary.
	ReplicaURL Secret `env:"REPLICA_URL"`
}

// minConnections lets one unit of work go on while another waits.
const minConnections = 2

// Direct is the address of the database without a pooler; empty where the deployment names none.
func (c Config) Direct() Secret {
	if c.Database.Pooled || c.Database.DirectURL != "" {
		return c.Database.DirectURL
	}
	return c.DatabaseURL
}
