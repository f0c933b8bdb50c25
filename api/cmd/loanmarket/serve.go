package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// shutdownTime is for requests that run when the process is told to stop.
const shutdownTime = 10 * time.Second

type serveCommand struct {
	Host string `env:"HOST" default:"0.0.0.0" help:"Address to serve on."`
	Port int    `env:"PORT" default:"8080" help:"Port to serve on."`
}

func (c serveCommand) Run(ctx context.Context) error {
	listener, err := listen(c.Host, c.Port)
	if err != nil {
		return err
	}
	return serve(ctx, listener, func() {})
}

// serve answers on the listener until ctx ends. The development stack and production both come here;
// everything that differs between them is in the environment.
func serve(ctx context.Context, listener net.Listener, ready func()) error {
	pool, err := postgres.Open(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	mux.Handle("GET /", http.FileServer(http.Dir(os.Getenv("APP_DIR"))))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		_ = server.Shutdown(limited)
	})()
	ready()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
