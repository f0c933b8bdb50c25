package clock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// MaxSkew is how far the clock of a process may be from the database's when it starts. Due dates, fees and offers follow
// that clock: one that is an hour ahead calls borrowers late who are not.
const MaxSkew = time.Minute

// ErrSkewed refuses to start with a clock that is further from the database's than MaxSkew.
var ErrSkewed = errors.New("the clock of this machine and that of the database are apart: let both follow the same time server")

// OfDatabase reads the database's clock.
func OfDatabase() postgres.Query[time.Time] {
	return postgres.Value[time.Time]("clock: of the database", `SELECT clock_timestamp()`)
}

// Skew is how far this process's clock is ahead of there, which the database answered between before and after; it is right
// to half of the time between them.
func Skew(before, after, there time.Time) time.Duration {
	return before.Add(after.Sub(before) / 2).Sub(there)
}

// agree is ErrSkewed where the clocks are apart.
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
