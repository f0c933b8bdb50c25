package house

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/offer"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// lend builds the flows of an order's life, for the door and for the workers.
func (h *House) lend(s *http.Services) error {
	lenders, err := h.lenders()
	if err != nil {
		return err
	}
	reviews := review.New(h.Pool, h.Clock, lenders)
	s.Offers = offer.New(h.Pool, h.Clock)
	s.Apply = apply.New(h.Pool, h.Clock)
	s.Orders = orders.New(h.Pool, h.Clock)
	s.Confirm = confirm.New(h.Pool, h.Clock, codes(s.Members))
	s.Cancel = cancel.New(h.Pool, h.Clock)
	s.ChangeCard = changecard.New(h.Pool, h.Clock)
	s.LenderHook = review.NewHook(reviews, h.Config.Lender.Key.Bytes())
	h.lending = jobs.Lending{
		Review:    reviews,
		Payout:    payout.New(h.Pool, h.Clock, h.bank(), bankcard.New(h.Keyring, h.Hasher).Account),
		Expire:    expire.New(h.Pool, h.Clock),
		Documents: document.New(h.Pool, h.Clock, h.Media),
	}
	return nil
}

// codes proves the SMS code of a confirmation.
func codes(members *member.Members) confirm.Codes {
	return func(ctx context.Context, db postgres.DB, national, code string, now time.Time) error {
		return members.VerifyCode(ctx, db, national, member.CodeConfirm, code, now)
	}
}

// lenders picks the way to who decides. A lender whose row says http is asked at its own endpoint, or at the configured
// one where all go through one service.
func (h *House) lenders() (lender.Gateways, error) {
	house, err := lender.NewHouse()
	if err != nil {
		return lender.Gateways{}, err
	}
	c := h.Config.Lender
	return lender.Gateways{House: house, HTTP: func(code, endpoint string) (lender.Gateway, error) {
		if c.Gateway == config.HTTP {
			endpoint = c.URL
		} else if err := signed.Address(endpoint); err != nil {
			return nil, fmt.Errorf("lender %s: %w", code, err)
		}
		return lender.NewHTTP(endpoint, lender.Key(c.Key.Bytes(), code)), nil
	}}, nil
}
