// Package house builds the whole product from its configuration: database, clock, gateways, domains, flows, the HTTP
// server and the job workers. The commands and the tests use the same house.
package house

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// House is one API process with its workers.
type House struct {
	Config  config.Config
	Region  *region.Region
	Pool    *pgxpool.Pool
	Clock   *clock.Business
	Keyring *secret.Keyring
	Hasher  *secret.Hasher
	Limiter *limit.Limiter
	Media   *media.Store
	Server  *http.Server
	Log     zerolog.Logger

	// Pay is the flow of money in, for the desk and the operator's commands.
	Pay *pay.Flow
	// Account is what borrowers do with their accounts, for the operator's commands.
	Account *account.Account

	// jobs is nil when the process works none.
	jobs     *job.Client
	lending  jobs.Lending
	repaying jobs.Repaying
	proving  jobs.Proving
	caring   jobs.Caring
	facing   jobs.Faces
	// running ends when the house stops.
	running context.Context
	cancel  context.CancelFunc
	working sync.WaitGroup
}

// Options are what differs between processes, what tests replace, and what the development stack tells its desk.
type Options struct {
	// Jobs are the queues that the process works, as job.ParseQueues reads them; empty means all.
	Jobs string
	// Wall is the clock of the limits; nil is the system's.
	Wall func() time.Time
	// Limits against abuse; the zero value takes the defaults.
	Limits member.Limits
	// FaceProvider judges faces instead of the configured one; nil takes that.
	FaceProvider facecheck.Provider
	// CountTrips has each answer tell how many round trips it took, and hears what was sent; nil counts nothing.
	CountTrips func(call string, trips *postgres.Trips)
	// Behind tells the desk of the work that goes on behind the open app; may be nil.
	Behind func() []background.Progress
}

// New builds a house. It connects to the database, and does nothing yet: see Start and Serve.
func New(ctx context.Context, c config.Config, log zerolog.Logger, options Options) (*House, error) {
	h := &House{Config: c, Region: region.Get(c.Region), Log: log, cancel: func() {}}
	if h.Region == nil {
		return nil, fmt.Errorf("REGION: %q is not one of %v", c.Region, region.Codes())
	}
	if err := h.keys(options); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, c.DatabaseURL.Reveal())
	if err != nil {
		return nil, err
	}
	h.Pool = pool
	if err := h.furnish(ctx, options); err != nil {
		pool.Close()
		return nil, err
	}
	return h, nil
}

func (h *House) keys(options Options) error {
	var err error
	if h.Keyring, err = h.Config.DataKeys.Keyring(); err != nil {
		return err
	}
	if h.Hasher, err = secret.NewHasher(h.Config.HashKey.Bytes()); err != nil {
		return err
	}
	h.Limiter = limit.New(h.Hasher)
	if options.Wall != nil {
		h.Limiter = h.Limiter.At(options.Wall)
	}
	return nil
}

// furnish builds what needs the database.
func (h *House) furnish(ctx context.Context, options Options) error {
	var err error
	if h.Clock, err = clock.NewBusiness(ctx, h.Pool); err != nil {
		return err
	}
	if !h.Config.IsDevelopment() && h.Clock.Offset() != 0 {
		return errors.New("the business clock of this database was moved: it belongs to a development stack")
	}
	if !h.Config.IsDevelopment() {
		if err := ledger.Guarded(ctx, h.Pool); err != nil {
			return fmt.Errorf("DATABASE_URL: %w", err)
		}
	}
	if h.Region.CalendarEnds(h.Region.Today(h.Clock.Now())) {
		h.Log.Warn().Str("alarm", "calendar.ends").Str("until", h.Region.CalendarUntil().String()).
			Msg("the region's calendar of holidays ends within a year: add the next year, else due dates may fall on holidays")
	}
	if h.Region.CarrierCheck.Required && h.Config.Carrier.Gateway == config.Off {
		return fmt.Errorf("CARRIER_GATEWAY is off, and region %s asks for a number that its carrier has proved", h.Region.Code)
	}
	products, err := products(h.Config)
	if err != nil {
		return err
	}
	if err := h.openFiles(ctx); err != nil {
		return err
	}
	services, err := h.services(options, products)
	if err != nil {
		return err
	}
	queues, err := job.ParseQueues(cmp.Or(options.Jobs, "all"))
	if err != nil {
		return err
	}
	if err := h.hire(queues, h.lending, h.repaying, jobs.Accounts{Account: h.Account}, h.caring, h.facing); err != nil {
		return err
	}
	desk, err := h.desk(services, options.Behind)
	if err != nil {
		return err
	}
	h.Server, err = http.New(http.Config{
		Desk: desk, CountTrips: options.CountTrips,
		Region: h.Region, Products: products, Development: h.Config.IsDevelopment(), TrustedProxies: h.Config.TrustedProxies,
		Origins: h.Config.Origins, AppDir: h.Config.AppDir,
		Policy: http.Policy{Connect: h.Config.CSP.Connect, Chat: h.Config.CSP.Chat, Pixels: h.Config.CSP.Pixels},
	}, services, h.Log)
	return err
}

// Start begins what runs beside the requests: following the clock, and working jobs.
func (h *House) Start(ctx context.Context) error {
	ctx, h.cancel = context.WithCancel(context.WithoutCancel(ctx))
	h.running = ctx
	h.working.Go(func() { _ = h.Clock.Follow(ctx, nil) })
	h.working.Go(func() { h.Media.Follow(ctx, h.refused) })
	if h.jobs == nil {
		return nil
	}
	if err := h.jobs.Start(ctx); err != nil {
		h.cancel()
		return fmt.Errorf("start the workers: %w", err)
	}
	return nil
}

// Serve answers on the listener until Stop. It comes after Start.
func (h *House) Serve(listener net.Listener) error {
	h.report(h.running, listener)
	return h.Server.Serve(listener)
}

// Stop ends the house in the order that loses nothing: no new requests, then the running ones, then the jobs.
func (h *House) Stop(ctx context.Context) error {
	err := h.Server.Shutdown(ctx)
	if h.jobs != nil {
		err = errors.Join(err, h.jobs.Stop(ctx))
	}
	h.cancel()
	h.working.Wait()
	h.Pool.Close()
	return err
}

func products(c config.Config) ([]appproduct.Product, error) {
	if c.ProductsDir == "" {
		return appproduct.Embedded(c.Products...)
	}
	return appproduct.Read(os.DirFS(c.ProductsDir), c.Products...)
}
