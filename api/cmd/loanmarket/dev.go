package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/devstack"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

type devCommand struct {
	Host string `env:"HOST" default:"127.0.0.1" help:"Address to serve on. Use 0.0.0.0 to let a phone in the same network connect."`
	Port int    `env:"PORT" default:"8080" help:"Port to serve on."`
	Data string `env:"LOANMARKET_DATA" type:"path" help:"Data folder. Defaults to .data in the clone."`
}

func (c devCommand) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchParent(func() { cancel(nil) })
	root, err := repo.Root()
	if err != nil {
		return err
	}
	// The port is taken first, so that nobody waits for a build to learn that it is in use.
	listener, err := listen(c.Host, c.Port)
	if err != nil {
		return err
	}
	defer listener.Close()
	stack, err := devstack.Up(ctx, devstack.Options{Root: root, Data: c.Data, Port: c.Port, Out: os.Stdout})
	if err != nil {
		return stopped(ctx, err)
	}
	defer stack.Down()
	go func() {
		select {
		case err := <-stack.Failed():
			cancel(err)
		case <-ctx.Done():
		}
	}()
	return stopped(ctx, c.run(ctx, root, stack, listener))
}

// run migrates, seeds and serves on a running stack.
func (c devCommand) run(ctx context.Context, root string, stack *devstack.Stack, listener net.Listener) error {
	if err := setEnvironment(stack.Environment()); err != nil {
		return err
	}
	if owner := os.Getenv("MIGRATE_DATABASE_URL"); owner != "" {
		if err := postgres.Migrate(ctx, owner, postgres.Latest); err != nil {
			return err
		}
	}
	if err := seedMarket(ctx); err != nil {
		return fmt.Errorf("demo market: %w", err)
	}
	if os.Getenv("APP_DIR") == "" {
		app := filepath.Join(root, "mobile", "dist")
		if _, err := os.Stat(filepath.Join(app, "index.html")); err != nil {
			return errors.New("the app is not built: use `npm start`, or build it with `npm run build -w mobile`")
		}
		if err := os.Setenv("APP_DIR", app); err != nil {
			return err
		}
	}
	return serve(ctx, listener, app.Options{BackgroundProgress: stack.Progress}, func() {
		fmt.Printf("\n  App   http://localhost:%d/\n  Desk  http://localhost:%d/dev\n\n  Ctrl-C stops everything; the data stay in %s.\n\n", c.Port, c.Port, cmp.Or(c.Data, ".data"))
		stack.StartBackground()
	})
}

// listen opens the port and explains why if it cannot.
func listen(host string, port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d is taken by another program: stop that, or choose another port with PORT=%d", port, port+1)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %d is not for normal users: choose one above 1023 with PORT=8080", port)
	}
	return listener, err
}

// stopped replaces the error of a stopped stack with the reason for the stop; nil for Ctrl-C.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// watchParent calls gone when the launcher, which holds the other end of file descriptor 3, has ended.
func watchParent(gone func()) {
	if os.Getenv("LOANMARKET_LAUNCHER") == "" {
		return
	}
	syscall.CloseOnExec(3)
	pipe := os.NewFile(3, "launcher")
	go func() {
		var nothing [1]byte
		// Nothing is ever sent, so a return from Read means that the launcher has ended.
		_, _ = pipe.Read(nothing[:])
		gone()
	}()
}
