// Package app assembles the whole product from its configuration: database, clock, gateways, domains, flows, the HTTP
// server and the job workers. The commands and the tests use the same app.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/fingerprint"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/hooks"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// App is one API process with its workers.
type App struct {
	Config  config.Config
	Region  *region.Region
	Pool    *pgxpool.Pool
	Clock   *clock.Business
	Keyring *secret.Keyring
	Hasher  *secret.Hasher
	Limiter *limit.Limiter
	Media   *media.Store
	Server  *server.Server
	Log     zerolog.Logger
	// Metrics counts what the process does.
	Metrics *metric.Set

	// Pay is the flow of payments, for the operator's commands.
	Pay *pay.Flow
	// Account is the flow of accounts, for the operator's commands.
	Account *account.Account

	// JobPool is the connection pool of the jobs; nil if the process works no queue. Pool is that of the requests.
	JobPool *pgxpool.Pool
	// Replica is for reads of large amounts of data without changes.
	Replica *postgres.Replica
	// listeners is the pool of the LISTEN connections; nil if the process polls instead.
	listeners *pgxpool.Pool
	// pools are all connection pools.
	pools []*pgxpool.Pool

	// deployment identifies the owner of the buckets.
	deployment uuid.UUID

	// lastSeen are the times at which devices were last seen and that are not yet written.
	lastSeen member.LastSeenCache
	// wakeups notify the workers of new jobs.
	wakeups *job.Wakeups

	hooks hooks.Hooks
	// jobs is nil if the process works no queue.
	jobs          *job.Client
	lendingJobs   jobs.Lending
	repaymentJobs jobs.Repayment
	carrierJobs   jobs.Carrier
	supportJobs   jobs.Support
	faceJobs      jobs.Faces
	faceProvider  facecheck.Provider
	// running is cancelled when the app stops.
	running context.Context
	cancel  context.CancelFunc
	working sync.WaitGroup
}

// Options are what differs between processes, what tests replace, and what the development stack passes to its desk.
type Options struct {
	// Jobs are the queues that the process works, in the format of job.ParseQueues; empty means all.
	Jobs string
	// Wall is the clock of the limits; nil means the system clock.
	Wall func() time.Time
	// Limits protect against abuse; the zero value means the defaults.
	Limits member.Limits
	// FaceProvider replaces the configured judge of faces, unless nil.
	FaceProvider facecheck.Provider
	// CountTrips makes every response report its number of round trips, and receives the statements sent; nil counts
	// nothing.
	CountTrips func(call string, trips *postgres.Trips)
	// LogWaiting returns how long a log line has been waiting for its reader; nil if there is none.
	LogWaiting func() time.Duration
	// BackgroundProgress returns the progress of the background work, for the desk; may be nil.
	BackgroundProgress func() []background.Progress
}

// New builds the app and connects to the database. It starts nothing: see Start and Serve.
func New(ctx context.Context, c config.Config, log zerolog.Logger, options Options) (*App, error) {
	a := &App{Config: c, Region: region.Get(c.Region), Log: log, Metrics: metric.New(), cancel: func() {}}
	if a.Region == nil {
		return nil, fmt.Errorf("REGION: %q is not one of %v", c.Region, region.Codes())
	}
	if err := a.wireKeys(options); err != nil {
		return nil, err
	}
	queues, err := job.ParseQueues(cmp.Or(options.Jobs, "all"))
	if err != nil {
		return nil, err
	}
	err = a.openDatabase(ctx, queues)
	if err == nil {
		err = a.wire(ctx, options, queues)
	}
	if err != nil {
		a.closeDatabase()
		return nil, err
	}
	return a, nil
}

func (a *App) wireKeys(options Options) error {
	var err error
	if a.Keyring, err = a.Config.DataKeys.Keyring(); err != nil {
		return err
	}
	if a.Hasher, err = secret.NewHasher(a.Config.HashKey.Bytes()); err != nil {
		return err
	}
	a.Limiter = limit.New(a.Hasher)
	if options.Wall != nil {
		a.Limiter = a.Limiter.At(options.Wall)
	}
	return nil
}

// wire builds everything that needs the database.
func (a *App) wire(ctx context.Context, options Options, queues []job.QueueName) error {
	// The schema is checked first, because an older one may lack what is read below.
	err := postgres.UpToDate(ctx, a.Pool)
	if err != nil {
		return err
	}
	if err := fingerprint.Verify(ctx, a.Pool, a.Hasher, a.Keyring); err != nil {
		return err
	}
	if a.Clock, err = clock.NewBusiness(ctx, a.Pool); err != nil {
		return err
	}
	if err := a.guardProduction(ctx); err != nil {
		return err
	}
	if err := a.warnOfMarket(ctx); err != nil {
		return err
	}
	if a.Region.CarrierCheck.Required && a.Config.Carrier.Gateway == config.Off {
		return fmt.Errorf("CARRIER_GATEWAY is off, but region %s requires numbers that their carrier has verified", a.Region.Code)
	}
	products, err := appProducts(a.Config)
	if err != nil {
		return err
	}
	if err := a.openFiles(ctx); err != nil {
		return err
	}
	services, err := a.wireServices(options, products)
	if err != nil {
		return err
	}
	if err := a.wireJobs(queues, options, products); err != nil {
		return err
	}
	return a.listen(options, products, services)
}

// guardProduction refuses, outside a development stack, a database whose business time was moved, whose borrowers are of
// another region, or whose journal the application's role can modify.
func (a *App) guardProduction(ctx context.Context) error {
	if a.Config.IsDevelopment() {
		return nil
	}
	if a.Clock.Offset() != 0 {
		return errors.New("the business clock of this database was moved: it belongs to a development stack")
	}
	if err := member.CheckRegion(ctx, a.Pool, a.Region); err != nil {
		return fmt.Errorf("REGION: %w", err)
	}
	if err := ledger.CheckAppendOnly(ctx, a.Pool); err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	return nil
}

// warnOfMarket warns the operator of problems that would otherwise go unnoticed: a holiday calendar that ends, products
// that are offered to nobody.
func (a *App) warnOfMarket(ctx context.Context) error {
	if a.Region.CalendarEnds(a.Region.Today(a.Clock.Now())) {
		a.alarm(a.Log.Warn(), "calendar.ends").Str("until", a.Region.CalendarUntil().String()).
			Msg("the region's calendar of holidays ends within a year: add the next year, else due dates may fall on holidays")
	}
	unlawful, err := pricing.UnlawfulCodes(a.Region.Code).Read(ctx, a.Pool)
	if err != nil {
		return err
	}
	if len(unlawful) > 0 {
		a.Log.Warn().Strs("products", unlawful).
			Msg("products are above a cap of the region, or of another region than their lender: they are offered to nobody until they are saved anew")
	}
	return nil
}

// Start starts what runs alongside the requests: following the clock and working jobs.
func (a *App) Start(ctx context.Context) error {
	ctx, a.cancel = context.WithCancel(context.WithoutCancel(ctx))
	a.running = ctx
	if a.Config.IsDevelopment() { // elsewhere it cannot be moved
		a.working.Go(func() { _ = a.Clock.Follow(ctx, a.listeners, nil) })
	}
	a.working.Go(func() { a.Media.Follow(ctx, a.refused) })
	a.working.Go(func() { a.lastSeen.Run(ctx, a.Pool) })
	a.working.Go(func() { a.wakeups.Send(ctx, a.Pool) })
	if a.jobs == nil {
		return nil
	}
	if err := a.jobs.Start(ctx); err != nil {
		a.cancel()
		return fmt.Errorf("start the workers: %w", err)
	}
	return nil
}

// Serve serves on the listener until Stop. It must be called after Start.
func (a *App) Serve(listener net.Listener) error {
	a.deliverCallbacks(a.running, listener)
	return a.Server.Serve(listener)
}

// Drain must be called before Stop: the app continues and asks load balancers to send no more requests.
func (a *App) Drain() { a.Server.Drain() }

// Stop ends the app in an order that loses nothing: it accepts no new requests and begins no job, then those that run end, and only
// then what they use. Neither requests nor jobs wait for the others: a slow download would leave the jobs no time.
func (a *App) Stop(ctx context.Context) error {
	var requests, jobs error
	var ending sync.WaitGroup
	if a.jobs != nil {
		ending.Go(func() { jobs = a.jobs.Stop(ctx) })
	}
	requests = a.Server.Shutdown(ctx)
	ending.Wait()
	a.cancel()
	a.working.Wait()
	a.closeDatabase()
	return errors.Join(requests, jobs)
}

func appProducts(c config.Config) ([]appproduct.Product, error) {
	if c.ProductsDir == "" {
		products, err := appproduct.Embedded(c.Region, c.Products...)
		if err != nil {
			err = fmt.Errorf("PRODUCTS: %w", err)
		}
		return products, err
	}
	products, err := appproduct.Read(os.DirFS(c.ProductsDir), c.Products...)
	if err != nil {
		err = fmt.Errorf("PRODUCTS_DIR or PRODUCTS: %w", err)
	}
	return products, err
}
