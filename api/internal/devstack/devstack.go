// Package devstack makes a bare clone run: it installs, builds and starts what the product needs and a
// deployment would bring itself, PostgreSQL and an object store, with their data under .data.
package devstack

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddeds3"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
)

// Options say what to start.
type Options struct {
	Root string    // the clone
	Data string    // the data folder, absolute; empty: LOANMARKET_DATA or .data in the clone
	Port int       // where the caller is going to serve, for the words to a second start
	App  bool      // build the app, too
	Out  io.Writer // progress
}

// Stack is what runs beside the API.
type Stack struct {
	environment map[string]string
	children    []*child.Process
	release     func()
	failed      chan error
}

// Up starts what the environment does not name already: PostgreSQL unless DATABASE_URL is set, the object
// store unless S3_ENDPOINT is set. An error leaves nothing running.
func Up(ctx context.Context, options Options) (*Stack, error) {
	options.Data = folder(options.Root, options.Data)
	if err := os.MkdirAll(options.Data, 0o755); err != nil {
		return nil, err
	}
	if err := room(options.Data); err != nil {
		return nil, err
	}
	release, err := only(options.Data, options.Port)
	if err != nil {
		return nil, err
	}
	stack := &Stack{release: release, failed: make(chan error, 1)}
	if err := stack.start(ctx, options); err != nil {
		stack.Down()
		return nil, err
	}
	for _, process := range stack.children {
		go stack.watch(process)
	}
	return stack, nil
}

// start starts everything side by side.
func (s *Stack) start(ctx context.Context, options Options) error {
	k, err := recall(options.Data)
	if err != nil {
		return err
	}
	wantPostgres, wantS3 := os.Getenv("DATABASE_URL") == "", os.Getenv("S3_ENDPOINT") == ""
	if wantPostgres {
		if k.PostgresPort, err = port.Again(k.PostgresPort); err != nil {
			return err
		}
	}
	if wantS3 {
		if k.S3Port, err = port.Again(k.S3Port); err != nil {
			return err
		}
	}
	if err := k.save(options.Data); err != nil {
		return err
	}
	s.environment = k.environment(options.Root, options.Data)
	say := &steps{out: options.Out}
	var mu sync.Mutex
	started := func(process *child.Process) {
		mu.Lock()
		defer mu.Unlock()
		s.children = append(s.children, process)
	}
	group, ctx := errgroup.WithContext(ctx)
	if wantPostgres {
		group.Go(func() error {
			return say.run("PostgreSQL 18", func() error { return startPostgres(ctx, options, k, started) })
		})
	}
	if wantS3 {
		group.Go(func() error { return say.run("MinIO", func() error { return startS3(ctx, options, k, say, started) }) })
	}
	if options.App {
		group.Go(func() error { return say.run("app", func() error { return buildApp(ctx, options.Root) }) })
	}
	return group.Wait()
}

func startPostgres(ctx context.Context, options Options, k kept, started func(*child.Process)) error {
	config := k.postgres(options.Root, options.Data)
	server, err := embeddedpg.Start(ctx, config)
	if err != nil {
		return err
	}
	started(server.Process)
	return prepareDatabase(ctx, config, k)
}

func startS3(ctx context.Context, options Options, k kept, say *steps, started func(*child.Process)) error {
	err := embeddeds3.Install(ctx, options.Root, func(elapsed time.Duration) {
		say.say("MinIO is compiled, once for this clone (about 3 minutes on 2 cores): %3.0f s", elapsed.Seconds())
	})
	if err != nil {
		return err
	}
	process, err := embeddeds3.Start(ctx, k.s3(options.Root, options.Data))
	if err != nil {
		return err
	}
	started(process)
	return nil
}

// Environment is how the product reaches the stack: those variables of a deployment that are not set.
func (s *Stack) Environment() map[string]string { return s.environment }

// Failed tells of a server that ended although nobody stopped it.
func (s *Stack) Failed() <-chan error { return s.failed }

func (s *Stack) watch(process *child.Process) {
	<-process.Done()
	select {
	case s.failed <- fmt.Errorf("%w; everything else is stopped, start again to continue with the same data", process.Ended()):
	default: // one reason is enough
	}
}

// Down stops what Up started, all at once, and returns when it is gone.
func (s *Stack) Down() {
	var group sync.WaitGroup
	for _, process := range s.children {
		group.Go(process.Stop)
	}
	group.Wait()
	s.release()
}
