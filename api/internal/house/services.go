package house

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

// services builds the domains and flows and hands them to the door.
func (h *House) services(options Options) (http.Services, error) {
	members, err := h.members(options)
	if err != nil {
		return http.Services{}, err
	}
	services := http.Services{
		Ready: h.ready, Pool: h.Pool, Clock: h.Clock, Limiter: h.Limiter, Media: h.Media,
		Members:      members,
		Verification: verification.New(h.Pool, h.Clock, kyc.New(h.Keyring, h.Hasher)),
		Cards:        card.New(h.Pool, h.Clock, bankcard.New(h.Keyring, h.Hasher), h.bank()),
	}
	h.repay(&services)
	return services, h.lend(&services)
}

// members builds the domain that sends codes.
func (h *House) members(options Options) (*member.Members, error) {
	gateway, err := h.messages()
	if err != nil {
		return nil, err
	}
	return member.New(member.Deps{
		Pool: h.Pool, Clock: h.Clock, Region: h.Region, Hasher: h.Hasher, Limiter: h.Limiter, SMS: gateway,
		SecondFact: kyc.SecondFact{}, Limits: options.Limits,
		Alarm: func(bucket, subject string) {
			h.Log.Warn().Str("alarm", bucket).Str("subject", subject).Msg("too many codes")
		},
	}), nil
}

// ready asks what the process cannot work without.
func (h *House) ready(ctx context.Context) error {
	if err := h.Pool.Ping(ctx); err != nil {
		return err
	}
	return h.Media.Ping(ctx)
}
