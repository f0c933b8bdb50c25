package signed

import (
	"errors"
	"net/netip"
	"net/url"
)

// ErrPlaintext is returned for an address without TLS: anyone on the network could read the data.
var ErrPlaintext = errors.New("the address of a partner must use https, or http on this machine")

// Address validates the address of a partner that receives borrowers' data.
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
