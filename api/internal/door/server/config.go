package server

import (
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

const (
	// maxJSONBody is the maximum size of a JSON body.
	maxJSONBody = 64 << 10
	// uploadLimit is the maximum size of a multipart body: a picture of 10 MiB, its form fields and boundaries.
	uploadLimit = 10<<20 + 64<<10

	// A body somewhat above the limit is still read and refused with a response. If the server closed the connection
	// while the client is still sending, the client would see a broken connection.
	jsonRead   = 1 << 20
	uploadRead = 32 << 20

	// maxHeaderSize is the maximum size of the request line and headers. Advertisements add long click ids.
	maxHeaderSize = 16 << 10

	// A response is sent within 15 seconds, even if the work must first stop waiting for something.
	defaultRequestTimeout = 12 * time.Second
	defaultUploadTimeout  = 45 * time.Second
)

// Routes are pages and calls that are not part of the contract.
type Routes interface{ Register(app *fiber.App) }

// Config is the part of the deployment's configuration that the server needs.
type Config struct {
	// Region is the deployment's only region. Products are selected by host name; the first is the default.
	Region   *region.Region
	Products []appproduct.Product
	// Development lets ?product= select a product and lets the desk's frame embed the app.
	Development bool
	// TrustedProxies are addresses or CIDR ranges whose X-Forwarded-* headers are trusted; none by default.
	TrustedProxies []string
	// Origins may call from a browser in addition to the deployment itself and the native shells.
	Origins []string
	// Policy adds hosts to the content security policy.
	Policy Policy
	// Desk is the development desk; nil outside the development profile.
	Desk Routes
	// CountTrips, if set, receives the statements that each call sent to the database, and every response has a header
	// with the number of round trips. Tests check both.
	CountTrips func(call string, trips *postgres.Trips)
	// RequestTimeout bounds the work for one request, UploadTimeout that for a request with a picture. Zero means the
	// default.
	RequestTimeout time.Duration
	UploadTimeout  time.Duration
}

// Policy lists the external hosts from which pages may load, as CSP sources ("https://chat.example").
type Policy struct {
	// Connect are hosts that the app calls, such as the realtime video socket.
	Connect []string
	// Chat is the host of the chat widget in the app.
	Chat []string
	// Pixels are the hosts of the ad platforms. Only the landing page and the sandbox that contains a pixel inside the
	// app may load from them.
	Pixels []string
}

func (c Config) withDefaults() Config {
	if c.RequestTimeout <= 0 {
		c.RequestTimeout = defaultRequestTimeout
	}
	if c.UploadTimeout <= 0 {
		c.UploadTimeout = defaultUploadTimeout
	}
	return c
}
