// Package http is the borrower's way in: it turns requests into calls of a flow or a domain and answers into the
// envelope of the contract. No rule of lending lives here.
package http

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"
	"github.com/rs/zerolog"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// How long a connection may keep the server waiting. Writing takes longest: an upload is read before it is handled.
const (
	readTimeout  = 60 * time.Second
	writeTimeout = 60 * time.Second
	idleTimeout  = 75 * time.Second
)

// Server is one listening API process.
type Server struct {
	app      *fiber.App
	config   Config
	services Services
	log      zerolog.Logger
	contract *contract.Document
	called   map[string]bool
	site     *site
	landings *landings
	metrics  *metrics
	old      oldAssets
	// serving ends when the server stops.
	serving context.Context
	stop    context.CancelFunc
	apks    apks
	// uploading bounds the uploads of all borrowers.
	uploading *uploading
}

// New builds the server and registers every call.
func New(config Config, services Services, log zerolog.Logger) (*Server, error) {
	config = config.withDefaults()
	doc, err := contract.Load()
	if err != nil {
		return nil, err
	}
	pages, err := loadSite(config)
	if err != nil {
		return nil, err
	}
	landings, err := loadLandings(pages)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, services: services, log: log, contract: doc,
		called: map[string]bool{}, site: pages, landings: landings, metrics: newMetrics(), uploading: newUploading(),
	}
	s.serving, s.stop = context.WithCancel(context.Background())
	s.app = fiber.New(fiber.Config{
		AppName:       "loanmarket",
		CaseSensitive: true,
		StrictRouting: true,
		// Strings of a request would otherwise be overwritten by the next one on the same connection.
		Immutable: true,
		BodyLimit: jsonRead,
		// Else a body takes the memory that its header announces before anybody looks who sends it.
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		ReadBufferSize:               headerLimit,
		ErrorHandler:                 s.fail,
		TrustProxy:                   len(config.TrustedProxies) > 0,
		TrustProxyConfig:             fiber.TrustProxyConfig{Proxies: config.TrustedProxies},
		ProxyHeader:                  fiber.HeaderXForwardedFor,
		EnableIPValidation:           true,
	})
	s.app.Use(recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: s.logPanic}))
	s.app.Use(s.begin, s.accessLog, s.securityHeaders, crossOrigin(config.Origins))
	for _, register := range registrations {
		register(s)
	}
	s.health(s.app)
	s.nativeApp()
	if config.Desk != nil {
		config.Desk.Register(s.app)
	}
	s.pages()
	return s, nil
}

// Serve answers on the listener until Shutdown.
func (s *Server) Serve(listener net.Listener) error {
	go s.keepAssets(s.serving)
	err := s.app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true, BeforeServeFunc: func(*fiber.App) error {
		server := s.app.Server()
		server.HeaderReceived = limitTime
		server.Handler = finished(s.knownMethods(server.Handler))
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
	return s.app.ShutdownWithContext(ctx)
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

// knownMethods answers a method that HTTP does not know with the envelope of 405; Fiber would answer 501 by itself.
func (s *Server) knownMethods(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	known := map[string]bool{}
	for _, method := range s.app.Config().RequestMethods {
		known[method] = true
	}
	return func(c *fasthttp.RequestCtx) {
		if !known[string(c.Method())] {
			c.Request.Header.SetMethod(fasthttp.MethodTrace) // known, and served nowhere
		}
		next(c)
	}
}
