package hooks

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// CarrierKey is what a carrier service's reports are checked against: our merchant number in the path, and the signing
// key.
type CarrierKey struct {
	Merchant string
	Key      []byte
}

// carrier handles a carrier service's report. The signature is checked over the unchanged bytes. The service gets the
// codes of its own interface (specification 8): 10042 for the signature, 10043 for the merchant number, 10052 if there
// is no carrier verification.
func (h Hooks) carrier(ctx context.Context, _ server.Caller, r *server.Request) error {
	hook := h.CarrierKey
	if !h.Carriers.Offered() {
		return reason.New(reason.NoConfiguration)
	}
	if r.Param("merchant") != hook.Merchant {
		return reason.New(reason.MerchantInvalid)
	}
	err := secret.Verify(r.Header(secret.HeaderTimestamp), r.Header(secret.HeaderSignature), r.Body(), clock.Wall{}.Now(), hook.Key)
	if err != nil {
		return reason.New(reason.APITokenIllegal).Because(err)
	}
	var e contract.CarrierEvent
	if err := r.Decode(&e); err != nil {
		return err
	}
	said := carrier.HTTPAnswer{State: carrier.State(e.State), Reason: server.Optional(e.Reason), TenureMonths: e.TenureMonths}
	if e.CodeLength != nil {
		said.CodeLength = *e.CodeLength
	}
	answer, err := said.Read()
	if err != nil {
		return reason.New(reason.InvalidParameter).Because(err)
	}
	if err := h.Carriers.HandleReport(ctx, carriercheck.Report{Service: hook.Merchant, ID: e.EventID, SessionID: e.Reference, Answer: answer}); err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}
