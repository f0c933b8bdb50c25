// Command loanmarket is the whole product: the API with the app, the development stack, the migrations and the
// operator's commands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
)

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the API and the built app, as in production."`
	Ready   readyCommand   `cmd:"" help:"Check that the process on this machine is ready. Exit code 1 if it is not."`
	Dev     devCommand     `cmd:"" help:"Start everything that a clone needs (PostgreSQL, object store), migrate, seed and serve."`
	Migrate migrateCommand `cmd:"" help:"Migrate the database schema to this version of the product."`
	Seed    seedCommand    `cmd:"" help:"Fill a development database with the demo market."`
	Ops     ops.Commands   `cmd:"" help:"Operator commands: orders, decisions, cards, suspense, products, reconcile and more."`
}

// queues returns the valid names in JOBS, for the help text.
func queues() string {
	var names []string
	for _, queue := range job.Queues() {
		names = append(names, string(queue))
	}
	return strings.Join(names, ", ")
}

func main() {
	var cli commands
	parser := kong.Must(&cli,
		kong.Name("loanmarket"),
		kong.Description("The borrower's side of a consumer-loan marketplace."),
		kong.Vars{"queues": queues()},
		kong.UsageOnError(),
	)
	parsed, err := parser.Parse(os.Args[1:])
	if err != nil {
		// Usage goes to stderr, so that a program that reads the command's output does not get it.
		parser.Stdout = os.Stderr
		parser.FatalIfErrorf(err)
	}
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A second Ctrl-C ends the process at once. A second SIGTERM does not, for example from somebody who stops a slow
	// container again: it would cut off running calls, and SIGKILL is available for that.
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt) })
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(ops.Opener(openAccess))
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "loanmarket: "+ops.Sentence(err))
		os.Exit(1)
	}
}
