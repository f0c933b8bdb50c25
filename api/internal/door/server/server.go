// Package server listens: it gives each request its limits, its caller, its line in the log, and each answer its
// envelope. What is answered is registered by others: package api the calls of the contract, hooks the callbacks, pages
// the pages.
package server

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// How long a connection may keep the server waiting.
const (
	// headerTimeout bounds the arrival of request line and headers, also on a line that was opened and says nothing.
	headerTimeout = 10 * time.Second
	// uploadReadTimeout bounds the arrival of the longest upload. A photo of 400 KB, more than the app sends, arrives within it on
	// a line that is just fast enough (slowestBody).
	uploadReadTimeout = 120 * time.Second
	// WriteTimeout bounds an answer, and the wait for the next piece of a long one.
	WriteTimeout = 60 * time.Second
	idleTimeout  = 75 * time.Second
)

// Server is one listening API process.
type Server struct {
	// App is where pages and calls are registered, Config what was asked for, defaults filled in.
	App    *fiber.App
	Config Config
	Log    zerolog.Logger

	deps     Deps
	contract *contract.Document
	called   map[string]bool
	// serving ends when the server stops.
	serving context.Context
	stop    context.CancelFunc
	// beside runs from Serve to Shutdown.
	beside []func(context.Context)
	APKs   APKs
	// uploading bounds the uploads of all borrowers.
	uploading *uploading
	// draining says that the process is to stop; awaited are closed when what a ready server needs has been prepared.
	draining atomic.Bool
	awaited  []<-chan struct{}
}

// Deps are what a server needs to know its callers and itself.
type Deps struct {
	// Ready reports whether the process can do its work: the database answers.
	Ready   func(context.Context) error
	Members *member.Members
	Media   *media.Store
	// Metrics counts calls; nil counts them for nobody.
	Metrics *metric.Set
}

// New builds a server that answers for its health alone.
func New(config Config, deps Deps, log zerolog.Logger) (*Server, error) {
	config = config.withDefaults()
	if deps.Metrics == nil {
		deps.Metrics = metric.New()
	}
	doc, err := contract.Load()
	if err != nil {
		return nil, err
	}
	s := &Server{
		Config: config, deps: deps, Log: log, contract: doc,
		called: map[string]bool{}, uploading: newUploading(),
	}
	s.serving, s.stop = context.WithCancel(context.Background())
	s.App = fiber.New(fiber.Config{
		AppName:       "loanmarket",
		CaseSensitive: true,
		StrictRouting: true,
		// Strings of a request would otherwise be overwritten by the next one on the same connection.
		Immutable: true,
		BodyLimit: jsonRead,
		// Else a body takes the memory that its header announces before anybody looks who sends it.
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		ReadTimeout:                  headerTimeout,
		WriteTimeout:                 WriteTimeout,
		IdleTimeout:                  idleTimeout,
		ReadBufferSize:               headerLimit,
		ErrorHandler:                 s.fail,
		TrustProxy:                   len(config.TrustedProxies) > 0,
		TrustProxyConfig:             fiber.TrustProxyConfig{Proxies: config.TrustedProxies},
		ProxyHeader:                  fiber.HeaderXForwardedFor,
		EnableIPValidation:           true,
	})
	s.App.Use(recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: s.logPanic}))
	s.App.Use(s.begin, s.accessLog, s.securityHeaders, crossOrigin(config.Origins), refuseMethods(doc))
	s.health(s.App)
	if config.Desk != nil {
		config.Desk.Register(s.App)
	}
	return s, nil
}

// OnServe has something run beside the requests, from Serve until Shutdown ends its context.
func (s *Server) OnServe(run func(context.Context)) { s.beside = append(s.beside, run) }

// Serve answers on the listener until Shutdown.
func (s *Server) Serve(listener net.Listener) error {
	for _, run := range s.beside {
		go run(s.serving)
	}
	err := s.App.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true, BeforeServeFunc: func(*fiber.App) error {
		server := s.App.Server()
		server.SecureErrorLogMessage = true
		server.HeaderReceived = limitTime
		server.Handler = s.closing(finished(s.knownMethods(server.Handler)))
		server.ErrorHandler = keepReadError(server.ErrorHandler)
		return nil
	}})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Shutdown lets running requests finish until ctx ends.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop()
	return s.App.ShutdownWithContext(ctx)
}

// Missing lists the operations of the contract that no handler is registered for.
func (s *Server) Missing() []string {
	var missing []string
	for _, op := range s.contract.Operations() {
		if !s.called[op.ID] {
			missing = append(missing, op.ID)
		}
	}
	return missing
}
