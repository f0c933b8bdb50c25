package server

import (
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

const (
	// jsonLimit bounds a JSON body.
	jsonLimit = 64 << 10
	// uploadLimit bounds a multipart body: a picture of 10 MiB, its form fields and boundaries.
	uploadLimit = 10<<20 + 64<<10

	// What is a little too long is read all the same, and refused in words: a server that closes the connection while the
	// client still sends is heard as a broken connection.
	jsonRead   = 1 << 20
	uploadRead = 32 << 20

	// headerLimit bounds request line and headers; advertisements bring long click ids along.
	headerLimit = 16 << 10

	// An answer is on its way within 15 seconds, also when what the work waited for has to be given up first.
	defaultRequestTimeout = 12 * time.Second
	defaultUploadTimeout  = 45 * time.Second
)

// Routes are pages and calls beside those of the contract.
type Routes interface{ Register(app *fiber.App) }

// Config is what the door takes from the deployment's configuration.
type Config struct {
	// Region is the one region of the deployment; Products are served by host name, the first where none matches.
	Region   *region.Region
	Products []appproduct.Product
	// Development lets ?product= choose a product and the desk's frame embed the app.
	Development bool
	// TrustedProxies are addresses or CIDR ranges whose X-Forwarded-* is believed; none by default.
	TrustedProxies []string
	// Origins may call from a browser besides the deployment itself; those of the native shells always may.
	Origins []string
	// Policy adds hosts to the content security policy.
	Policy Policy
	// Desk is the development desk; nil outside of the development profile.
	Desk Routes
	// CountTrips, when set, has every answer tell in a header how many round trips to the database it took, and hears
	// what was sent there for a call; tests hold both.
	CountTrips func(call string, trips *postgres.Trips)
	// RequestTimeout ends the work for one request, UploadTimeout for one that brings a picture. Zero takes the default.
	RequestTimeout time.Duration
	UploadTimeout  time.Duration
}

// Policy lists the foreign hosts that pages may load from, as CSP sources ("https://chat.example").
type Policy struct {
	// Connect are hosts that the app calls, such as the realtime-video socket.
	Connect []string
	// Chat is the chat widget's host; it belongs to the app.
	Chat []string
	// Pixels are the ad platforms' hosts; they belong to the landing page and to the sandbox in which a pixel lives
	// inside the app, and to nothing else.
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
