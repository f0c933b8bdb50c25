package main_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

// afterFault is how long whatever a fault has held up may take when it is over.
const afterFault = time.Minute

// strike breaks lines while a step of a life begins, and mends them after a time or when the step has ended.
type strike struct {
	step  func() error
	lines []*faulttest.Line
	lasts time.Duration
}

func (s strike) run(t *testing.T, kind faulttest.Kind) error {
	t.Helper()
	for _, line := range s.lines {
		require.NoError(t, line.Break(kind))
	}
	mended := make(chan struct{})
	go func() {
		defer close(mended)
		pause(t.Context(), s.lasts)
		for _, line := range s.lines {
			if err := line.Mend(); err != nil {
				t.Error(err)
			}
		}
	}()
	err := s.step()
	<-mended
	return err
}

// TestALoanLivesThroughFaults lives one loan for each kind of fault, which strikes all lines, each where the life needs
// it. Every call is answered in time, nothing is lost or doubled, and a minute after the last fault everything is done.
func TestALoanLivesThroughFaults(t *testing.T) {
	t.Parallel()
	for _, kind := range faulttest.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			f := faulttest.Start(t, apptest.Processes(1))
			s := &stage{Stack: f.Stack, product: f.Market(t), bank: f.Bank, gateway: config.HTTP, answers: true, history: historytest.New()}
			reports := f.Reports(t, f.Base())
			ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
			defer cancel()
			l := &life{stage: s, Client: f.Client(t), random: rand.New(rand.NewPCG(1, 1)), ctx: ctx}
			short, long := 900*time.Millisecond, 3*time.Second
			for _, strike := range []strike{
				{step: l.enter, lines: []*faulttest.Line{f.SMS}, lasts: short},
				{step: l.verify, lines: []*faulttest.Line{f.Payment}, lasts: short},
				{step: l.apply, lines: []*faulttest.Line{f.Database, f.Lender}, lasts: short},
				{step: l.confirm, lines: []*faulttest.Line{f.Lender, f.Database}, lasts: long},
				{step: l.payOut, lines: []*faulttest.Line{f.Payment, f.Files}, lasts: short},
				{step: l.payBack, lines: []*faulttest.Line{f.Database, reports, f.Files}, lasts: short},
			} {
				if err := strike.run(t, kind); err != nil {
					t.Fatal(err, s.silent)
				}
			}
			over := time.Now()
			s.judge(t, [][]*life{{l}})
			require.Less(t, time.Since(over), afterFault)
			t.Logf("slowest call %s, done %s after the last fault", s.slowest, time.Since(over))
			require.Empty(t, s.silent)
		})
	}
}
