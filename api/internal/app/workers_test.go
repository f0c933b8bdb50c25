package app

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/riverqueue/river"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// A job without a worker is inserted like any other and then fails on every attempt: a payout would never be made.
func TestEveryKindOfJobHasAWorker(t *testing.T) {
	t.Parallel()
	workers, _ := (&App{Log: zerolog.Nop(), Metrics: metric.New()}).workers()
	checks := map[string]func(*testing.T, *river.Workers){}
	for _, one := range []struct {
		args  river.JobArgs
		check func(*testing.T, *river.Workers)
	}{
		worked[account.CertifyArgs](), worked[account.EraseArgs](), worked[account.ForgetChatArgs](), worked[account.RemoveArgs](), worked[accrue.Args](),
		worked[carriercheck.FollowArgs](), worked[carriercheck.RewardArgs](), worked[conversion.Args](),
		worked[customersupport.CheckHardshipsArgs](), worked[document.ContractArgs](), worked[expire.Args](), worked[jobs.PurgeArgs](),
		worked[jobs.RestoreLast4Args](), worked[jobs.SweepArgs](), worked[liveness.SweepArgs](), worked[maintenance.OrphanArgs](),
		worked[monitor.ScanArgs](), worked[monitor.SendArgs](), worked[pay.CertificateArgs](),
		worked[pay.ReceiptArgs](), worked[pay.RefundArgs](), worked[pay.RequeueRefundsArgs](), worked[payout.Args](),
		worked[payout.RequeueArgs](), worked[remind.ScanArgs](), worked[remind.SendAllArgs](), worked[remind.SendArgs](), worked[review.Args](),
	} {
		checks[one.args.Kind()] = one.check
	}
	for _, kind := range kinds(t) {
		require.Contains(t, checks, kind, "add the new kind of job to this test")
		checks[kind](t, workers)
		delete(checks, kind)
	}
	require.Empty(t, checks)
}

// worked returns the arguments of a kind of job, and a check that the kind has a worker.
func worked[T river.JobArgs]() (one struct {
	args  river.JobArgs
	check func(*testing.T, *river.Workers)
}) {
	var args T
	one.args = args
	one.check = func(t *testing.T, workers *river.Workers) {
		t.Helper()
		// River refuses a second worker of a kind. This is its only way to ask for the first.
		require.ErrorContains(t, river.AddWorkerSafely(workers, river.WorkFunc[T](nil)), "already registered", "%s has no worker", args.Kind())
	}
	return one
}

// kinds returns the kinds of jobs in the code.
func kinds(t *testing.T) (all []string) {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func \(\w+\) Kind\(\) string \{ return "([^"]+)" \}`)
	for _, folder := range []string{"../flow", "../door"} {
		require.NoError(t, fs.WalkDir(os.DirFS(folder), ".", func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			code, err := os.ReadFile(folder + "/" + path)
			for _, match := range declared.FindAllStringSubmatch(string(code), -1) {
				all = append(all, match[1])
			}
			return err
		}))
	}
	return all
}
