package house

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/join"
	"github.com/loanmarket/loanmarket/api/internal/flow/upkeep"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

// services builds the domains and flows and hands them to the door.
func (h *House) services(options Options, products []appproduct.Product) (http.Services, error) {
	members, err := h.members(options)
	if err != nil {
		return http.Services{}, err
	}
	faces := h.faces(options, members, h.Media, products)
	h.facing = jobs.Faces{Liveness: faces}
	services := http.Services{
		Ready: h.ready, Pool: h.Pool, Clock: h.Clock, Limiter: h.Limiter, Media: h.Media, Assets: h.assets(),
		Members: members, Join: join.New(h.Pool, h.Clock, members), Hasher: h.Hasher, Chat: h.widget(),
		Verification: verification.New(h.Pool, h.Clock, kyc.New(h.Keyring, h.Hasher), h.carrierTopic(), faces.Offered),
		Faces:        faces,
		Cards:        card.New(h.Pool, h.Clock, bankcard.New(h.Keyring, h.Hasher), h.bank(), h.Limiter),
	}
	if services.Content, err = h.texts(); err != nil {
		return services, err
	}
	h.Account = h.leaving(members, h.Media)
	services.Account = h.Account
	h.prove(&services)
	h.repay(&services)
	if err := h.care(&services, products); err != nil {
		return http.Services{}, err
	}
	return services, h.lend(&services)
}

// assets keeps the builds of the pages.
func (h *House) assets() upkeep.Assets {
	return upkeep.Assets{Pool: h.Pool, Store: h.Media, For: h.Config.AssetsKeep}
}

// leaving builds the flow of accounts.
func (h *House) leaving(members *member.Members, files *media.Store) *account.Account {
	return account.New(h.Pool, h.Clock, kyc.New(h.Keyring, h.Hasher), files, deletionCodes(members), account.Config{
		Wait: h.Config.Account.DeleteAfter, KeepYears: h.Config.Account.KeepYears,
	})
}

// deletionCodes proves the SMS code of a deletion.
func deletionCodes(members *member.Members) account.Codes {
	return func(ctx context.Context, db postgres.DB, national, code string, now time.Time) error {
		return members.VerifyCode(ctx, db, national, member.CodeDelete, code, now)
	}
}

// members builds the domain that sends codes.
func (h *House) members(options Options) (*member.Members, error) {
	gateway, err := h.messages()
	if err != nil {
		return nil, err
	}
	return member.New(member.Deps{
		Pool: h.Pool, Clock: h.Clock, Region: h.Region, Hasher: h.Hasher, Limiter: h.Limiter, SMS: gateway,
		SecondFact: kyc.SecondFact{}, Limits: options.Limits, ShowImage: h.showImage(),
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
