package clock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// MaxSkew is how far the clock of a process may differ from the database's when it starts. Due dates, fees and offers use the
// process's clock: with a clock one hour ahead, borrowers would be treated as overdue too early.
const MaxSkew = time.Minute

// ErrSkewed is returned at start if this clock differs from the database's by more than MaxSkew.
var ErrSkewed = errors.New("the clocks of this machine and of the database differ: use the same time server for both")

// OfDatabase reads the current time of the database.
func OfDatabase() postgres.Query[time.Time] {
	return postgres.Value[time.Time]("clock: of the database", `SELECT clock_timestamp()`)
}

// Skew returns how far this process's clock is ahead of there, the database's time, which was read between before and after.
// The error is at most half the time between them.
func Skew(before, after, there time.Time) time.Duration {
	return before.Add(after.Sub(before) / 2).Sub(there)
}

// agree returns ErrSkewed if the clocks differ too much.
func agree(ctx context.Context, db postgres.DB) error {
	before := time.Now()
	there, err := OfDatabase().Read(ctx, db)
	if err != nil {
		return err
	}
	after := time.Now()
	if skew := Skew(before, after, there); skew.Abs() > MaxSkew+after.Sub(before)/2 {
		return fmt.Errorf("%w: this one is ahead by %s", ErrSkewed, skew.Round(time.Second))
	}
	return nil
}
