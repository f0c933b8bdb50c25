// Package server is the HTTP server: it applies limits to each request, identifies its caller, logs it, and wraps each
// response in the envelope. Other packages register the handlers: package api the calls of the contract, hooks the
// callbacks, pages the pages.
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

// Timeouts of a connection.
const (
	// headerTimeout bounds the arrival of the request line and headers, also on a connection that sends nothing.
	headerTimeout = 10 * time.Second
	// uploadReadTimeout bounds the arrival of the longest upload. A photo of 400 KB, more than the app sends, arrives
	// within it on the slowest accepted connection (minBodyRate).
	uploadReadTimeout = 120 * time.Second
	// WriteTimeout bounds the sending of a response, and the wait for the next piece of a long one.
	WriteTimeout = 60 * time.Second
	idleTimeout  = 75 * time.Second
)

// Server is one listening API process.
type Server struct {
	// App is where pages and calls are registered. Config is the given configuration with defaults filled in.
	App    *fiber.App
	Config Config
	Log    zerolog.Logger

	deps     Deps
	contract *contract.Document
	called   map[string]bool
	// serving is cancelled when the server stops.
	serving context.Context
	stop    context.CancelFunc
	// beside are functions that run from Serve to Shutdown.
	beside []func(context.Context)
	APKs   APKs
	// uploading limits the uploads of all borrowers.
	uploading *uploading
	// draining is set when the process is about to stop. awaited are closed when the server's prerequisites are ready.
	draining atomic.Bool
	awaited  []<-chan struct{}
}

// Deps are the dependencies of a server.
type Deps struct {
	// Ready reports whether the process can do its work: the database responds.
	Ready   func(context.Context) error
	Members *member.Members
	Media   *media.Store
	// Metrics counts calls. If nil, the counts are not published.
	Metrics *metric.Set
}

// New builds a server that serves only its health probes.
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
		// Otherwise the next request on the same connection would overwrite the strings of this one.
		Immutable: true,
		BodyLimit: jsonRead,
		// Otherwise a body would take the memory that its header announces before the caller is checked.
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		ReadTimeout:                  headerTimeout,
		WriteTimeout:                 WriteTimeout,
		IdleTimeout:                  idleTimeout,
		Concurrency:                  maxConnections(descriptors()),
		ReadBufferSize:               maxHeaderSize,
		ErrorHandler:                 s.fail,
		TrustProxy:                   len(config.TrustedProxies) > 0,
		TrustProxyConfig:             fiber.TrustProxyConfig{Proxies: config.TrustedProxies},
		ProxyHeader:                  fiber.HeaderXForwardedFor,
		EnableIPValidation:           true,
	})
	recovered := recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: s.logPanic})
	// Once around everything, and once inside the log, which also counts a call that panics.
	s.App.Use(recovered, s.begin, s.accessLog, recovered, s.securityHeaders, crossOrigin(config.Origins), refuseMethods(doc))
	s.health(s.App)
	if config.Desk != nil {
		config.Desk.Register(s.App)
	}
	return s, nil
}

// OnServe registers a function that runs alongside the requests, from Serve until Shutdown cancels its context.
func (s *Server) OnServe(run func(context.Context)) { s.beside = append(s.beside, run) }

// Serve serves on the listener until Shutdown.
func (s *Server) Serve(listener net.Listener) error {
	for _, run := range s.beside {
		go run(s.serving)
	}
	waiting := waitingListener{Listener: listener, log: s.Log, stopped: s.serving.Done()}
	err := s.App.Listener(waiting, fiber.ListenConfig{DisableStartupMessage: true, BeforeServeFunc: func(*fiber.App) error {
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

// Shutdown waits until running requests finish or ctx ends.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop()
	return s.App.ShutdownWithContext(ctx)
}

// Missing lists the operations of the contract without a handler.
func (s *Server) Missing() []string {
	var missing []string
	for _, op := range s.contract.Operations() {
		if !s.called[op.ID] {
			missing = append(missing, op.ID)
		}
	}
	return missing
}
