package app

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/approval"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

// wireServices builds the domains and flows for the server.
func (a *App) wireServices(options Options, products []appproduct.Product) (api.Services, error) {
	members, err := a.memberService(options)
	if err != nil {
		return api.Services{}, err
	}
	faces := a.faces(options, members, a.Media, products)
	a.faceJobs = jobs.Faces{Liveness: faces}
	services := api.Services{
		Pool: a.Pool, Clock: a.Clock, Limiter: a.Limiter, Media: a.Media,
		Members: members, Join: borrower.NewLogin(a.Pool, a.Clock, members), Approval: approval.New(a.Pool, a.Clock, members), Hasher: a.Hasher, Chat: a.chatWidget(),
		Verification: verification.New(a.Pool, a.Clock, kyc.New(a.Keyring, a.Hasher), a.carrierTopic(), faces.Offered),
		Faces:        faces,
		Cards:        card.New(a.Pool, a.Clock, bankcard.New(a.Keyring, a.Hasher), a.paymentGateway(), a.Limiter),
	}
	if services.Content, err = a.contentLibrary(); err != nil {
		return services, err
	}
	a.Account = a.accountFlow(members, a.Media)
	services.Account = a.Account
	a.wireCarrier(&services)
	a.wireRepayment(&services, products)
	if err := a.wireSupport(&services, products); err != nil {
		return api.Services{}, err
	}
	err = a.wireLending(&services)
	return services, err
}

// assets returns what stores the builds of the pages.
func (a *App) assets() maintenance.Assets {
	return maintenance.Assets{Pool: a.Pool, Store: a.Media, KeepFor: a.Config.AssetsKeep}
}

// accountFlow builds the flow of accounts.
func (a *App) accountFlow(members *member.Members, files *media.Store) *account.Account {
	return account.New(a.Pool, a.Replica, a.Clock, kyc.New(a.Keyring, a.Hasher), files, deletionCodes(members), document.New(a.Pool, a.Clock, files).CertificateOf, a.chatContacts(), account.Config{
		Wait: a.Config.Account.DeleteAfter, KeepYears: a.Config.Account.KeepYears,
	})
}

// deletionCodes checks the SMS code of a deletion.
func deletionCodes(members *member.Members) account.Codes {
	return func(ctx context.Context, db postgres.DB, who borrower.Borrower, code string, now time.Time) error {
		return members.VerifyCode(ctx, db, who.Phone, who.DeviceID, member.CodeDelete, code, now)
	}
}

// memberService builds the member domain, which sends SMS codes.
func (a *App) memberService(options Options) (*member.Members, error) {
	gateway, err := a.smsGateway()
	if err != nil {
		return nil, err
	}
	return member.New(member.Deps{
		Pool: a.Pool, Clock: a.Clock, Region: a.Region, Hasher: a.Hasher, Limiter: a.Limiter, SMS: gateway,
		SecondFact: kyc.SecondFact{}, Limits: options.Limits, ShowImage: a.showImage(),
		SessionIdle: a.Config.SessionIdle, LastSeen: &a.lastSeen,
		Alarm: func(bucket, subject string) {
			a.alarm(a.Log.Warn(), bucket).Str("subject", subject).Msg("too many codes")
		},
	}), nil
}

// ready checks what the process cannot work without: a writable database. Without the object store only files are
// unavailable; taking every process out of service for that would also stop payments.
func (a *App) ready(ctx context.Context) error { return postgres.PingPrimary(ctx, a.Pool) }
