package config

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
)

const plaintextOwner = "MIGRATE_DATABASE_URL has to ask for TLS (sslmode=verify-full, verify-ca or require) beyond this machine, or ALLOW_PLAINTEXT=true"

// CheckOwner applies the rule of Read to the URL of the schema's owner, for a migration that has no other variables set.
func CheckOwner(profile Profile, owner Secret, allowPlaintext bool) error {
	if profile == Production && !allowPlaintext && !privateDatabase(owner) {
		return errors.New("configuration: " + plaintextOwner)
	}
	return nil
}

// privateHTTP reports whether nobody on the network can read the traffic to a URL.
func privateHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || onThisMachine(u.Hostname()))
}

// privateDatabase reports whether nobody on the network can read the traffic to PostgreSQL. sslmode prefer and allow fall back
// to plaintext. Certificates or a service may be set in the environment variables of PostgreSQL's own programs, so the driver's
// parser decides.
func privateDatabase(database Secret) bool {
	read, err := pgx.ParseConfig(database.Reveal())
	if err != nil {
		// CheckURL reports an invalid URL, without its password.
		return true
	}
	if !tlsOrLocal(read.Host, read.TLSConfig != nil) {
		return false
	}
	for _, other := range read.Fallbacks {
		if !tlsOrLocal(other.Host, other.TLSConfig != nil) {
			return false
		}
	}
	return true
}

func tlsOrLocal(host string, encrypted bool) bool { return encrypted || onThisMachine(host) }

// onThisMachine reports whether a host is a Unix socket or a loopback address.
func onThisMachine(host string) bool {
	if strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && net.IP(address.AsSlice()).IsLoopback()
}
