package api

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/approval"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// Services are the domains and flows behind the calls. Package app sets them.
type Services struct {
	// Version is the build of the served app.
	Version string

	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Limiter *limit.Limiter
	Media   *media.Store
	Members *member.Members
	Join    *borrower.Login
	// Approval admits new devices.
	Approval *approval.Approval
	Hasher   *secret.Hasher
	Content  *content.Library
	Chat     chat.Widget
	Account  *account.Account

	Verification *verification.Verification
	Faces        *liveness.Liveness
	Cards        *card.Card
	Carriers     *carriercheck.Check

	Products   *products.Products
	Apply      *apply.Apply
	Orders     *orders.Orders
	Confirm    *confirm.Confirm
	Cancel     *cancel.Cancel
	ChangeCard *changecard.ChangeCard

	Intents   *intent.Flow
	Pay       *pay.Flow
	Proofs    *proof.Proofs
	Documents *document.Documents

	Support *customersupport.Support
}
