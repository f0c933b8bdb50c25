// Package desk is the development desk: a page on which a developer plays everything outside the product (the SMS network, the
// bank, the lender's operator, the calendar) beside the app in a phone frame. It exists only in the development profile; the
// composition registers it nowhere else.
package desk

import (
	"context"
	"embed"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ErrProduction is returned by an attempt to create the desk outside the development profile.
var ErrProduction = errors.New("desk: available in the development profile only")

// Clock is the business clock, which the desk moves forward.
type Clock interface {
	Now() time.Time
	Offset() time.Duration
	Advance(ctx context.Context, by time.Duration) error
}

// Bank is the embedded bank as payers and payees use it.
type Bank interface {
	Pay(ctx context.Context, in payment.Incoming) (reference string, err error)
	TakeBack(ctx context.Context, reference, why string, at time.Time) error
	SendBack(ctx context.Context, reference, why string, at time.Time) error
}

// Deps are the dependencies of the desk.
type Deps struct {
	Pool  *pgxpool.Pool
	Clock Clock
	Bank  Bank
	// Card decides about a new bank card, Face about a face that a person compares with the ID.
	Card func(ctx context.Context, review uuid.UUID, approve bool, by, why string) error
	Face func(ctx context.Context, enrolment uuid.UUID, decision face.Decision, by, why string) error
	// PayTo returns the account and the memo for a payment with a code.
	PayTo func(code string) (account, memo string)
	// Limiter counts on wall time. When the clock is moved, hits that would have expired are deleted, so that somebody whose
	// session expired can log in again. It may be nil.
	Limiter *limit.Limiter
	// BackgroundProgress returns the progress of the background steps of the stack. It may be nil.
	BackgroundProgress func() []background.Progress
}

// Desk serves /dev.
type Desk struct{ Deps }

// New returns the desk of a development stack, and ErrProduction otherwise.
func New(development bool, deps Deps) (*Desk, error) {
	if !development {
		return nil, ErrProduction
	}
	return &Desk{Deps: deps}, nil
}

//go:embed page
var page embed.FS

// contentSecurityPolicy allows the page its own files, and the app in the phone frame.
const contentSecurityPolicy = "default-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Register adds the desk's pages and calls to the server.
func (d *Desk) Register(app *fiber.App) {
	app.Get("/dev", file("page/index.html", fiber.MIMETextHTMLCharsetUTF8))
	app.Get("/dev/desk.css", file("page/desk.css", "text/css; charset=utf-8"))
	app.Get("/dev/desk.js", file("page/desk.js", "text/javascript; charset=utf-8"))
	app.Get("/dev/portrait.jpg", file("page/portrait.jpg", "image/jpeg"))
	app.Get("/dev/state", d.state)
	app.Post("/dev/clock", act(d.moveClock))
	app.Post("/dev/pay", act(d.pay))
	app.Post("/dev/reverse", act(d.reverse))
	app.Post("/dev/return", act(d.sendBack))
	app.Post("/dev/decide", act(d.decide))
}

func file(name, mime string) fiber.Handler {
	return func(c fiber.Ctx) error {
		body, err := page.ReadFile(name)
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, mime)
		c.Set(fiber.HeaderContentSecurityPolicy, contentSecurityPolicy)
		c.Set(fiber.HeaderCacheControl, "no-cache")
		return c.Send(body)
	}
}
