// Package devstack makes a bare clone run: it installs, builds and starts what a deployment would provide, PostgreSQL and an
// object store, with their data under .data.
package devstack

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddeds3"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
)

// Options are what to start, and where.
type Options struct {
	Root string    // the clone
	Data string    // the data folder, absolute; empty: LOANMARKET_DATA or .data in the clone
	Port int       // where the caller is going to serve, for the error of a second start
	Out  io.Writer // progress
}

// Stack is the set of servers that run beside the API.
type Stack struct {
	environment map[string]string
	release     func()
	failed      chan error
	// later are the steps that the start does not wait for; StartBackground starts them.
	later      []background.Step
	background *background.Work
	root       string
	out        io.Writer

	mu       sync.Mutex
	children []*child.Process
	face     *faceworker.Supervisor // nil until it runs
}

// Up starts what the environment does not configure: PostgreSQL unless DATABASE_URL is set, the object store unless S3_ENDPOINT
// is set. If the object store must be compiled first, it is left to StartBackground, as is the face worker. After an error
// nothing keeps running.
func Up(ctx context.Context, options Options) (*Stack, error) {
	options.Data = folder(options.Root, options.Data)
	if err := os.MkdirAll(options.Data, 0o755); err != nil {
		return nil, err
	}
	if err := checkDiskSpace(options.Data); err != nil {
		return nil, err
	}
	release, err := lockData(options.Data, options.Port)
	if err != nil {
		return nil, err
	}
	stack := &Stack{release: release, failed: make(chan error, 1), root: options.Root, out: options.Out}
	if err := stack.start(ctx, options); err != nil {
		stack.Down()
		return nil, err
	}
	return stack, nil
}

// start starts all servers concurrently.
func (s *Stack) start(ctx context.Context, options Options) error {
	k, err := loadState(options.Data)
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
		if k.S3Port, err = port.Again(k.S3Port, k.PostgresPort); err != nil {
			return err
		}
	}
	wantFace := wantsFace(options.Root)
	if wantFace {
		if k.FacePort, err = port.Again(k.FacePort, k.PostgresPort, k.S3Port); err != nil {
			return err
		}
	}
	if err := k.save(options.Data); err != nil {
		return err
	}
	s.environment = k.environment(options.Root, options.Data)
	say := &steps{out: options.Out}
	group, ctx := errgroup.WithContext(ctx)
	if wantPostgres {
		group.Go(func() error {
			return say.run("PostgreSQL 18", func() error { return s.startPostgres(ctx, options, k) })
		})
	}
	if wantS3 {
		if _, found := embeddeds3.Find(options.Root); found {
			group.Go(func() error { return say.run("MinIO", func() error { return s.startS3(ctx, options, k) }) })
		} else {
			s.later = append(s.later, s.compileS3(options, k))
		}
	}
	s.later = append(s.later, packages(options.Root)...)
	if wantFace {
		s.later = append(s.later, s.runFace(options, k))
	}
	return group.Wait()
}

func (s *Stack) startPostgres(ctx context.Context, options Options, k savedState) error {
	config := k.postgres(options.Root, options.Data).Sized()
	server, err := embeddedpg.Start(ctx, config)
	if err != nil {
		return err
	}
	s.started(server.Process)
	return prepareDatabase(ctx, config, k)
}

func (s *Stack) startS3(ctx context.Context, options Options, k savedState) error {
	process, err := embeddeds3.Start(ctx, k.s3(options.Root, options.Data))
	if err != nil {
		return err
	}
	s.started(process)
	return nil
}

func (s *Stack) started(process *child.Process) {
	s.mu.Lock()
	s.children = append(s.children, process)
	s.mu.Unlock()
	go s.watch(process)
}

// Environment returns the variables with which the product reaches the stack, without those that are already set.
func (s *Stack) Environment() map[string]string { return s.environment }

// Failed receives an error if a server ends without being stopped.
func (s *Stack) Failed() <-chan error { return s.failed }

func (s *Stack) watch(process *child.Process) {
	<-process.Done()
	select {
	case s.failed <- fmt.Errorf("%w; everything else is stopped, start again to continue with the same data", process.Ended()):
	default: // the first error is enough
	}
}

// Down stops what Up and StartBackground started, and waits until it has ended.
func (s *Stack) Down() {
	if s.background != nil {
		s.background.Stop()
	}
	var group sync.WaitGroup
	if s.face != nil {
		group.Go(s.face.Stop)
	}
	for _, process := range s.children {
		group.Go(process.Stop)
	}
	group.Wait()
	s.release()
}
