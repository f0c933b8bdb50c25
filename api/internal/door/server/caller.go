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

// The headers that the app sends.
const (
	HeaderToken       = "token"
	headerDevice      = "X-Device-Id"
	headerIdempotency = "Idempotency-Key"

	// The native app says by these which one it is; pages on the web send none of them.
	headerAppVersion  = "X-App-Version"
	HeaderAppPackage  = "X-App-Package"
	headerAppPlatform = "X-App-Platform"
)

// Caller is who asks, from where and in which language. Without a session the ids are zero.
type Caller struct {
	// Session is zero for a visitor. Its FreshUntil is the end of the minutes after an SMS code or a face check;
	// Trusted is false on a new device until the second fact was given.
	member.Session

	// Region is the deployment's; it hides the session's code of the same region.
	Region       *region.Region
	AppProductID string
	Lang         lang.Lang
	Product      appproduct.Product
	// IP is the client's address as far as the trusted proxies tell.
	IP string
	// Device is the app's own name for the device, empty when it sent none.
	Device string
	// UserAgent labels a device.
	UserAgent string
	// IdempotencyKey is the intention of a call that needs an idempotency key: scope member, body hash filled.
	IdempotencyKey idempotency.Key
}

// as is the caller with a session.
func (c Caller) as(session member.Session) Caller {
	c.Session, c.AppProductID = session, session.AppProductID
	return c
}

// From is the caller as limits see them.
func (c Caller) From() member.Caller {
	return member.Caller{IP: AddressOf(c.IP), Network: network(c.IP), Device: c.Device}
}

// AddressOf is the connection behind an address. Who has one IPv6 address has the 2⁶⁴ of its network, so they count as
// one.
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

// Borrower is the caller as flows see them.
func (c Caller) Borrower() borrower.Borrower {
	return borrower.Borrower{
		ID: c.MemberID, SessionID: c.SessionID, DeviceID: c.DeviceID, Phone: c.Phone, WhiteListed: c.WhiteListed, Region: c.Region,
		AppProductID: c.AppProductID, Lang: c.Lang, IdempotencyKey: c.IdempotencyKey,
	}
}
