package house

import (
	"context"
	"fmt"

	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/care"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/flow/upkeep"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// NewOffice builds what the operator's commands need, and no more: nothing is served, no job is worked, and the object
// store is reached only by the command that needs it.
func NewOffice(ctx context.Context, c config.Config) (*ops.Office, error) {
	h := &House{Config: c, Region: region.Get(c.Region), Log: zerolog.Nop(), cancel: func() {}}
	if h.Region == nil {
		return nil, fmt.Errorf("REGION: %q is not one of %v", c.Region, region.Codes())
	}
	if err := h.keys(Options{}); err != nil {
		return nil, err
	}
	var err error
	if h.Pool, err = postgres.OpenPatient(ctx, c.DatabaseURL.Reveal()); err != nil {
		return nil, err
	}
	if h.Clock, err = clock.NewBusiness(ctx, h.Pool); err != nil {
		h.Pool.Close()
		return nil, err
	}
	office, err := h.Office()
	if err != nil {
		h.Pool.Close()
	}
	return office, err
}

// Office is the operator's side of this house.
func (h *House) Office() (*ops.Office, error) {
	members, err := h.members(Options{})
	if err != nil {
		return nil, err
	}
	lenders, err := h.lenders()
	if err != nil {
		return nil, err
	}
	files, err := h.files()
	if err != nil {
		return nil, err
	}
	bank, cards := h.bank(), bankcard.New(h.Keyring, h.Hasher)
	office := &ops.Office{
		Pool: h.Pool, Clock: h.Clock, Region: h.Region, Limiter: h.Limiter, Development: h.Config.IsDevelopment(),
		Files: files, Products: h.Config.Products,
		Back: backoffice.New(h.Pool, h.Clock, h.Region, members), Review: review.New(h.Pool, h.Clock, lenders),
		Cards: card.New(h.Pool, h.Clock, cards, bank, h.Limiter), Pay: h.payments(),
		Payout:         payout.New(h.Pool, h.Clock, bank, cards.Account),
		Keepers:        upkeep.Keepers{KYC: kyc.New(h.Keyring, h.Hasher), Cards: cards, Media: files, Faces: face.New(h.Keyring), Keyring: h.Keyring},
		Account:        h.leaving(members, files),
		PaymentGateway: h.Config.Payment.Gateway,
		LenderKey:      func(code string) []byte { return lender.Key(h.Config.Lender.Key.Bytes(), code) },
		Faces:          h.faces(Options{}, members, files, nil),
		Care:           care.New(h.Pool, h.Clock, h.Limiter),
	}
	office.Proofs = proof.New(h.Pool, h.Clock, office.Pay)
	// Only the embedded bank lets its books be read.
	office.Bank, _ = bank.(payment.Statement)
	return office, nil
}
