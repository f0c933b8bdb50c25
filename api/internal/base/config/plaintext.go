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

// CheckOwner holds the URL of the schema's owner to what Read asks of it, for who migrates and has no other variable.
func CheckOwner(profile Profile, owner Secret, allowPlaintext bool) error {
	if profile == Production && !allowPlaintext && !privateDatabase(owner) {
		return errors.New("configuration: " + plaintextOwner)
	}
	return nil
}

// privateHTTP reports whether nobody on the way can read what goes to an address.
func privateHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || onThisMachine(u.Hostname()))
}

// privateDatabase reports whether nobody on the way can read what goes to PostgreSQL. sslmode prefer and allow go on
// without TLS where the other side asks them to. A file of certificates or a service may be named by the environment, as
// PostgreSQL's own programs read it, so the driver's reading decides.
func privateDatabase(database Secret) bool {
	read, err := pgx.ParseConfig(database.Reveal())
	if err != nil {
		// What is wrong with it is told, without its password, when it is opened.
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

// onThisMachine reports whether a host is a socket in the file system or on loopback.
func onThisMachine(host string) bool {
	if strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && net.IP(address.AsSlice()).IsLoopback()
}
