package signed

import (
	"errors"
	"net/netip"
	"net/url"
)

// ErrPlaintext refuses an address that is reached without TLS: whoever is on the way could read along.
var ErrPlaintext = errors.New("a partner is reached over https, or over http on this very machine")

// Address checks the address of a partner to whom borrowers' data go.
func Address(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "":
		return ErrPlaintext
	case u.Scheme == "https", u.Scheme == "http" && here(u.Hostname()):
		return nil
	}
	return ErrPlaintext
}

func here(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
