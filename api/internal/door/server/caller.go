package server

import (
	"net/netip"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Request headers of the app.
const (
	HeaderToken       = "token"
	headerDevice      = "X-Device-Id"
	headerIdempotency = "Idempotency-Key"

	// The native app identifies itself by these. Web pages do not send them.
	headerAppVersion  = "X-App-Version"
	HeaderAppPackage  = "X-App-Package"
	headerAppPlatform = "X-App-Platform"
)

// Caller is who makes a request, from where and in which language. Without a session the ids are zero.
type Caller struct {
	// Session is zero for a visitor. Its FreshUntil is the end of the period after an SMS code or a face check. Trusted
	// is false on a new device until the second fact is given.
	member.Session

	// Region is the deployment's region. It shadows the session's code of the same region.
	Region       *region.Region
	AppProductID string
	Lang         lang.Lang
	Product      appproduct.Product
	// IP is the client's address, as far as trusted proxies report it.
	IP string
	// Device is the app's own id of the device; empty if it sent none.
	Device string
	// UserAgent is used to label a device.
	UserAgent string
	// IdempotencyKey is set for a call that needs one, with the member as its scope and with the body hash.
	IdempotencyKey idempotency.Key
}

// as returns the caller with a session.
func (c Caller) as(session member.Session) Caller {
	c.Session, c.AppProductID = session, session.AppProductID
	return c
}

// From returns the caller as the limits need it.
func (c Caller) From() member.Caller {
	return member.Caller{IP: AddressOf(c.IP), Network: network(c.IP), Device: c.Device}
}

// AddressOf returns the connection behind an address. The holder of one IPv6 address has all 2⁶⁴ of its network, so
// these count as one.
func AddressOf(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr.WithZone(""), 64).Masked().String()
}

// Borrower returns the caller as the flows need it.
func (c Caller) Borrower() borrower.Borrower {
	return borrower.Borrower{
		ID: c.MemberID, SessionID: c.SessionID, DeviceID: c.DeviceID, Phone: c.Phone, WhiteListed: c.WhiteListed, Region: c.Region,
		AppProductID: c.AppProductID, Lang: c.Lang, IdempotencyKey: c.IdempotencyKey,
	}
}
