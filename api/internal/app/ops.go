package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/fingerprint"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// opsConnections is the maximum number of connections of one operator command.
const opsConnections = 4

// NewOpsAccess builds only what the operator's commands need: it serves nothing, works no job, and connects to the
// object store only for a command that needs it.
func NewOpsAccess(ctx context.Context, c config.Config) (*ops.Access, error) {
	a := &App{Config: c, Region: region.Get(c.Region), Log: zerolog.Nop(), Metrics: metric.New(), cancel: func() {}}
	if a.Region == nil {
		return nil, fmt.Errorf("REGION: %q is not one of %v", c.Region, region.Codes())
	}
	if err := a.wireKeys(Options{}); err != nil {
		return nil, err
	}
	var err error
	if c.Direct() == "" {
		return nil, errors.New("DATABASE_DIRECT_URL is required: operator commands bypass the pooler, because their statements may take minutes")
	}
	if a.Pool, err = postgres.Open(ctx, c.Direct().Reveal(), postgres.LongRunning(), postgres.Conns(opsConnections)); err != nil {
		return nil, err
	}
	a.pools = append(a.pools, a.Pool)
	access, err := a.openOps(ctx)
	if err != nil {
		a.closeDatabase()
	}
	return access, err
}

func (a *App) openOps(ctx context.Context) (*ops.Access, error) {
	if err := a.openReplica(ctx, postgres.LongRunning(), postgres.Conns(opsConnections)); err != nil {
		return nil, err
	}
	err := fingerprint.Verify(ctx, a.Pool, a.Hasher, a.Keyring)
	if err != nil {
		return nil, err
	}
	if a.Clock, err = clock.NewBusiness(ctx, a.Pool); err != nil {
		return nil, err
	}
	if a.deployment, err = media.Deployment().Read(ctx, a.Pool); err != nil {
		return nil, err
	}
	return a.OpsAccess()
}

// OpsAccess returns the operator's access to this app.
func (a *App) OpsAccess() (*ops.Access, error) {
	members, err := a.memberService(Options{})
	if err != nil {
		return nil, err
	}
	lenders, err := a.lenderGateways()
	if err != nil {
		return nil, err
	}
	files, err := a.files()
	if err != nil {
		return nil, err
	}
	bank, cards := a.paymentGateway(), bankcard.New(a.Keyring, a.Hasher)
	access := &ops.Access{
		Pool: a.Pool, Replica: a.Replica, Clock: a.Clock, Region: a.Region, Limiter: a.Limiter, Keep: a.Config.Retention, Development: a.Config.IsDevelopment(),
		Files: files, Products: a.Config.Products,
		Back: backoffice.New(a.Pool, a.Clock, a.Region, members), Review: review.New(a.Pool, a.Clock, lenders),
		Cards: card.New(a.Pool, a.Clock, cards, bank, a.Limiter), Pay: a.paymentFlow(a.collection(nil)),
		Payout:         payout.New(a.Pool, a.Clock, bank, cards.Account),
		Keepers:        maintenance.SealedStores{KYC: kyc.New(a.Keyring, a.Hasher), Cards: cards, Media: files, Faces: face.New(a.Keyring), Keyring: a.Keyring},
		Account:        a.accountFlow(members, files),
		PaymentGateway: a.Config.Payment.Gateway,
		LenderKey:      func(code string) []byte { return lender.Key(a.Config.Lender.Key.Bytes(), code) },
		Faces:          a.faces(Options{}, members, files, nil),
		Support:        customersupport.New(a.Pool, a.Clock, a.Limiter),
	}
	access.Proofs = proof.New(a.Pool, a.Clock, access.Pay)
	// Only the embedded bank's books can be read.
	access.Bank, _ = a.payments().(payment.Statement)
	return access, nil
}
