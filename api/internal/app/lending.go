package app

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// wireLending builds the flows of orders, for the server and for the workers.
func (a *App) wireLending(s *api.Services) error {
	lenders, err := a.lenderGateways()
	if err != nil {
		return err
	}
	reviews := review.New(a.Pool, a.Clock, lenders)
	s.Products = products.New(a.Pool, a.Clock)
	s.Apply = apply.New(a.Pool, a.Clock)
	s.Orders = orders.New(a.Pool, a.Clock)
	s.Confirm = confirm.New(a.Pool, a.Clock, codes(s.Members))
	s.Cancel = cancel.New(a.Pool, a.Clock)
	s.ChangeCard = changecard.New(a.Pool, a.Clock)
	a.hooks.Lender = review.NewHook(reviews, a.Config.Lender.Key.Bytes())
	a.lendingJobs = jobs.Lending{
		Review:    reviews,
		Payout:    payout.New(a.Pool, a.Clock, a.paymentGateway(), bankcard.New(a.Keyring, a.Hasher).Account),
		Expire:    expire.New(a.Pool, a.Clock),
		Documents: document.New(a.Pool, a.Clock, a.Media),
	}
	return nil
}

// codes checks the SMS code of a confirmation.
func codes(members *member.Members) confirm.Codes {
	return func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error {
		return members.VerifyCode(ctx, db, who.Phone, who.DeviceID, member.CodeConfirm, code, now)
	}
}

// lenderGateways returns the gateways to the lenders. A lender whose row says http is called at its own endpoint, or at
// the configured one if all use one service.
func (a *App) lenderGateways() (lender.Gateways, error) {
	application, err := lender.NewRuleEngine()
	if err != nil {
		return lender.Gateways{}, err
	}
	c, meter, shares := a.Config.Lender, a.meter("lender", "decide"), job.NewShares(lender.MaxConcurrent)
	return lender.Gateways{Embedded: measuredLender{application, meter}, HTTP: func(code, endpoint string) (lender.Gateway, error) {
		if c.Gateway == config.HTTP {
			endpoint = c.URL
		} else if err := signed.Address(endpoint); err != nil {
			return nil, fmt.Errorf("lender %s: %w", code, err)
		}
		return lender.Shared(measuredLender{lender.NewHTTP(endpoint, lender.Key(c.Key.Bytes(), code)), meter}, code, shares), nil
	}}, nil
}
