package http

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/offer"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

// Services are the domains and flows that the calls go to. The house fills them in.
type Services struct {
	// Ready reports whether the process can do its work: database and object store answer.
	Ready func(context.Context) error

	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Limiter *limit.Limiter
	Media   *media.Store
	Members *member.Members

	Verification *verification.Verification
	Cards        *card.Card

	Offers     *offer.Offers
	Apply      *apply.Apply
	Orders     *orders.Orders
	Confirm    *confirm.Confirm
	Cancel     *cancel.Cancel
	ChangeCard *changecard.ChangeCard
	LenderHook *review.Hook

	Pay         *pay.Flow
	PaymentHook PaymentHook
	Documents   *document.Documents
}
