package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
)

type serveCommand struct {
	Host string `env:"HOST" default:"0.0.0.0" help:"Address to serve on."`
	Port int    `env:"PORT" default:"8080" help:"Port to serve on."`
	Jobs string `env:"JOBS" default:"all" help:"Queues whose jobs this process works: all, none, or a comma-separated list of ${queues}."`
}

func (c serveCommand) Run(ctx context.Context) error {
	listener, err := listen(c.Host, c.Port)
	if err != nil {
		return err
	}
	return serve(ctx, listener, app.Options{Jobs: c.Jobs}, func() {})
}

// serve serves on the listener until ctx ends. Both the development stack and production use it; everything that
// differs between them is in the environment.
func serve(ctx context.Context, listener net.Listener, options app.Options, ready func()) error {
	if err := app.UseMemory(); err != nil {
		return err
	}
	c, err := config.Load()
	if err != nil {
		return err
	}
	lines := logwriter.New(os.Stderr)
	defer lines.Close()
	options.LogWaiting = lines.Waiting
	a, err := app.New(ctx, c, logger(c, lines), options)
	if err != nil {
		return err
	}
	monitoring, err := serveMonitoring(c.MetricsAddress, a)
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	stopped := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		a.Drain()
		time.Sleep(c.DrainTime)
		limited, cancel := detached.WithTimeout(ctx, c.StopTime)
		defer cancel()
		stopped <- errors.Join(a.Stop(limited), monitoring.Shutdown(limited))
	})
	ready()
	if err := a.Serve(listener); err != nil {
		return err
	}
	return <-stopped
}

// serveMonitoring serves /metrics, /healthz and /readyz on a separate address, if one is set.
func serveMonitoring(address string, a *app.App) (*http.Server, error) {
	server := &http.Server{Handler: a.Server.Monitoring(), ReadHeaderTimeout: 10 * time.Second}
	if address == "" {
		return server, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("METRICS_ADDRESS: %w", err)
	}
	go func() { _ = server.Serve(listener) }()
	return server, nil
}

// logger writes JSON lines. In the development profile it writes only warnings and errors, because people read it
// there.
func logger(c config.Config, lines io.Writer) zerolog.Logger {
	level := zerolog.InfoLevel
	if c.IsDevelopment() {
		level = zerolog.WarnLevel
	}
	return zerolog.New(lines).Level(level).With().Timestamp().Logger()
}
