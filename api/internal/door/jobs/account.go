package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/account"
)

// eraseEvery is how often due account deletions are looked for.
const eraseEvery = 20 * time.Second

// Accounts is the flow behind the jobs of accounts.
type Accounts struct{ *account.Account }

// Register adds a worker for every kind of job.
func (f Accounts) Register(w *river.Workers) {
	work(w, func(ctx context.Context, _ account.EraseArgs) error {
		_, err := f.Erase(ctx)
		return err
	})
	work(w, func(ctx context.Context, a account.CertifyArgs) error { return untilDone(f.Certify(ctx, a)) })
	work(w, func(ctx context.Context, a account.RemoveArgs) error { return f.Remove(ctx, a) })
	work(w, func(ctx context.Context, a account.ForgetChatArgs) error { return f.ForgetChat(ctx, a) })
}

// Periodic returns the jobs that run at intervals.
func (Accounts) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(eraseEvery, account.EraseArgs{})}
}
