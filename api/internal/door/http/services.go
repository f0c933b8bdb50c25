package http

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/care"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/join"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/flow/offer"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/flow/upkeep"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// Services are the domains and flows that the calls go to. The house fills them in.
type Services struct {
	// Ready reports whether the process can do its work: database and object store answer.
	Ready func(context.Context) error

	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Limiter *limit.Limiter
	Media   *media.Store
	// Assets keeps the files of the builds of the pages.
	Assets  upkeep.Assets
	Members *member.Members
	Join    *join.Join
	Hasher  *secret.Hasher
	Content *content.Library
	Chat    chat.Widget
	Account *account.Account

	Verification *verification.Verification
	Faces        *liveness.Liveness
	Cards        *card.Card
	Carriers     *carriercheck.Check
	CarrierHook  CarrierHook

	Offers     *offer.Offers
	Apply      *apply.Apply
	Orders     *orders.Orders
	Confirm    *confirm.Confirm
	Cancel     *cancel.Cancel
	ChangeCard *changecard.ChangeCard
	LenderHook *review.Hook

	Pay         *pay.Flow
	Proofs      *proof.Proofs
	PaymentHook PaymentHook
	Documents   *document.Documents

	Care *care.Care
}
