package ops

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
)

type clockCommands struct {
	Show    clockShow    `cmd:"" help:"Show business time."`
	Advance clockAdvance `cmd:"" help:"Move business time forward in every running process."`
}

type clockShow struct{}

// Run shows business time.
func (clockShow) Run(c *operator) error {
	t := columns("now", "date", "ahead")
	t.upright = true
	t.add(c.Clock.Now(), c.Region.Today(c.Clock.Now()), c.Clock.Offset().String())
	return c.print(t)
}

type clockAdvance struct {
	Days days          `help:"Number of days to advance."`
	By   time.Duration `name:"duration" help:"Duration to advance, for example 36h or 20m."`
}

var (
	errProduction = errors.New("business time can be advanced only on a development stack")
	errNoTime     = errors.New("say by how much: --days or --duration")
)

// Run moves business time forward.
func (f clockAdvance) Run(ctx context.Context, c *operator) error {
	by := time.Duration(f.Days)*24*time.Hour + f.By
	switch {
	case !c.Development:
		return errProduction
	case by == 0:
		return errNoTime
	}
	err := c.Clock.AdvanceWith(ctx, by, func(ctx context.Context, tx pgx.Tx) error {
		return audit.Write(ctx, tx, audit.Entry{At: c.Clock.Now(), Actor: c.actor, Action: "clock.advance", Subject: "clock", Detail: map[string]any{"by": by.String()}})
	})
	if err != nil {
		return err
	}
	return clockShow{}.Run(c)
}
