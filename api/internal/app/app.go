// Package app assembles the whole product from its configuration: database, clock, gateways, domains, flows, the HTTP server and
// the job workers. The commands and the tests use the same app.
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

	// Pay is the flow of money in, for the desk and the operator's commands.
	Pay *pay.Flow
	// Account is what borrowers do with their accounts, for the operator's commands.
	Account *account.Account

	// JobPool is what jobs are worked with; nil where the process works none. Pool is that of requests.
	JobPool *pgxpool.Pool
	// Replica is read by who looks at much and changes nothing.
	Replica *postgres.Replica
	// listeners is where connections that listen come from; nil where the process looks instead.
	listeners *pgxpool.Pool
	// pools are all of them.
	pools []*pgxpool.Pool

	// deployment is whose the buckets are.
	deployment uuid.UUID

	// lastSeen of devices wait here to be written down.
	lastSeen member.LastSeenCache
	// wakeups tell the workers of new jobs.
	wakeups *job.Wakeups

	hooks hooks.Hooks
	// jobs is nil when the process works none.
	jobs          *job.Client
	lendingJobs   jobs.Lending
	repaymentJobs jobs.Repayment
	carrierJobs   jobs.Carrier
	supportJobs   jobs.Support
	faceJobs      jobs.Faces
	faceProvider  facecheck.Provider
	// running ends when the app stops.
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
	// LogWaiting is how long a line of the log has waited for whoever reads it; nil where none does.
	LogWaiting func() time.Duration
	// BackgroundProgress tells the desk of the work that goes on behind the open app; may be nil.
	BackgroundProgress func() []background.Progress
}

// New builds the app. It connects to the database, and does nothing yet: see Start and Serve.
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

// wire builds what needs the database.
func (a *App) wire(ctx context.Context, options Options, queues []job.QueueName) error {
	// First: what else is read here an older schema may not have.
	err := postgres.UpToDate(ctx, a.Pool)
	if err != nil {
		return err
	}
	if err := fingerprint.Keep(ctx, a.Pool, a.Hasher, a.Keyring); err != nil {
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
		return fmt.Errorf("CARRIER_GATEWAY is off, and region %s asks for a number that its carrier has proved", a.Region.Code)
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

// guardProduction refuses, outside of a development stack, a database whose business time was moved, or whose journal the role of
// the application may change.
func (a *App) guardProduction(ctx context.Context) error {
	if a.Config.IsDevelopment() {
		return nil
	}
	if a.Clock.Offset() != 0 {
		return errors.New("the business clock of this database was moved: it belongs to a development stack")
	}
	if err := ledger.CheckAppendOnly(ctx, a.Pool); err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	return nil
}

// warnOfMarket tells the operator of what nobody would notice before it does harm: a calendar that ends, products that are offered to
// nobody.
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

// Start begins what runs beside the requests: following the clock, and working jobs.
func (a *App) Start(ctx context.Context) error {
	ctx, a.cancel = context.WithCancel(context.WithoutCancel(ctx))
	a.running = ctx
	if a.Config.IsDevelopment() { // elsewhere nobody moves it
		a.working.Go(func() { _ = a.Clock.Follow(ctx, a.listeners, nil) })
	}
	a.working.Go(func() { a.Media.Follow(ctx, a.refused) })
	a.working.Go(func() { a.lastSeen.Keep(ctx, a.Pool) })
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

// Serve answers on the listener until Stop. It comes after Start.
func (a *App) Serve(listener net.Listener) error {
	a.deliverCallbacks(a.running, listener)
	return a.Server.Serve(listener)
}

// Drain comes before Stop: the app goes on, and asks balancers to leave it.
func (a *App) Drain() { a.Server.Drain() }

// Stop ends the app in the order that loses nothing: no new requests, then the running ones, then the jobs.
func (a *App) Stop(ctx context.Context) error {
	err := a.Server.Shutdown(ctx)
	if a.jobs != nil {
		err = errors.Join(err, a.jobs.Stop(ctx))
	}
	a.cancel()
	a.working.Wait()
	a.closeDatabase()
	return err
}

func appProducts(c config.Config) ([]appproduct.Product, error) {
	if c.ProductsDir == "" {
		return appproduct.Embedded(c.Region, c.Products...)
	}
	return appproduct.Read(os.DirFS(c.ProductsDir), c.Products...)
}
