package app

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/base/redact"
	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// meter counts the calls to one gateway and logs why they fail, because a caller that later looks a transfer up does
// not keep the error.
type meter struct {
	metrics *metric.Set
	log     zerolog.Logger
	gateway string
}

// meter returns a meter whose calls are shown with zero from the start.
func (a *App) meter(gateway string, calls ...string) meter {
	a.Metrics.ExpectGateway(gateway, calls...)
	return meter{metrics: a.Metrics, log: a.Log, gateway: gateway}
}

// time starts measuring a call. The returned function must be deferred with the address of the call's error.
func (m meter) time(call string) func(*error) {
	began := time.Now()
	return func(err *error) {
		result := resultOf(*err)
		m.metrics.Gateway(m.gateway, call, result, time.Since(began))
		if result != metric.OK {
			m.log.Warn().Str("gateway", m.gateway).Str("call", call).Str("result", result).Str("error", redact.Text((*err).Error())).Msg("a call to a partner failed")
		}
	}
}

// resultOf distinguishes a partner that refuses from one that fails. The answer that an account does not exist counts
// as success.
func resultOf(err error) string {
	switch {
	case err == nil, errors.Is(err, payment.ErrNoAccount):
		return metric.OK
	case errors.Is(err, payment.ErrRefused), errors.Is(err, sms.ErrRefused), errors.Is(err, ads.ErrRefused):
		return metric.Refused
	}
	return metric.Failed
}

type measuredPayment struct {
	payment.Gateway
	meter meter
}

func (g measuredPayment) NameInquiry(ctx context.Context, a payment.Account) (holder string, err error) {
	defer g.meter.time("inquiry")(&err)
	return g.Gateway.NameInquiry(ctx, a)
}

func (g measuredPayment) Payout(ctx context.Context, t payment.Transfer) (r payment.Result, err error) {
	defer g.meter.time("payout")(&err)
	return g.Gateway.Payout(ctx, t)
}

func (g measuredPayment) Lookup(ctx context.Context, reference string) (r payment.Result, err error) {
	defer g.meter.time("lookup")(&err)
	return g.Gateway.Lookup(ctx, reference)
}

type measuredSMS struct {
	sms.Gateway
	meter meter
}

func (g measuredSMS) Send(ctx context.Context, m sms.Message) (err error) {
	defer g.meter.time("send")(&err)
	return g.Gateway.Send(ctx, m)
}

type measuredLender struct {
	lender.Gateway
	meter meter
}

func (g measuredLender) Decide(ctx context.Context, a lender.Application) (d lender.Decision, err error) {
	defer g.meter.time("decide")(&err)
	return g.Gateway.Decide(ctx, a)
}

type measuredCarrier struct {
	carrier.Gateway
	meter meter
}

func (g measuredCarrier) Start(ctx context.Context, r carrier.Request) (a carrier.Answer, err error) {
	defer g.meter.time("start")(&err)
	return g.Gateway.Start(ctx, r)
}

func (g measuredCarrier) SubmitCode(ctx context.Context, reference, code string) (a carrier.Answer, err error) {
	defer g.meter.time("submit_code")(&err)
	return g.Gateway.SubmitCode(ctx, reference, code)
}

func (g measuredCarrier) SendCode(ctx context.Context, reference string) (a carrier.Answer, err error) {
	defer g.meter.time("send_code")(&err)
	return g.Gateway.SendCode(ctx, reference)
}

func (g measuredCarrier) Lookup(ctx context.Context, reference string) (a carrier.Answer, err error) {
	defer g.meter.time("lookup")(&err)
	return g.Gateway.Lookup(ctx, reference)
}

type measuredAds struct {
	ads.Gateway
	meter meter
}

func (g measuredAds) Report(ctx context.Context, c ads.Conversion) (err error) {
	defer g.meter.time("report")(&err)
	return g.Gateway.Report(ctx, c)
}

type measuredChat struct {
	chat.Contacts
	meter meter
}

func (g measuredChat) Forget(ctx context.Context, member uuid.UUID) (err error) {
	defer g.meter.time("forget")(&err)
	return g.Contacts.Forget(ctx, member)
}

type measuredFaces struct {
	facecheck.Provider
	meter meter
}

func (g measuredFaces) Start(ctx context.Context, steps []facecheck.Step) (session []byte, err error) {
	defer g.meter.time("start")(&err)
	return g.Provider.Start(ctx, steps)
}

func (g measuredFaces) Step(ctx context.Context, session []byte, step facecheck.Step, frames [][]byte) (a facecheck.Answer, err error) {
	defer g.meter.time("step")(&err)
	return g.Provider.Step(ctx, session, step, frames)
}

func (g measuredFaces) Finish(ctx context.Context, session []byte) (t *facecheck.Template, err error) {
	defer g.meter.time("finish")(&err)
	return g.Provider.Finish(ctx, session)
}

func (g measuredFaces) Portrait(ctx context.Context, picture []byte) (r facecheck.PortraitResult, t *facecheck.Template, err error) {
	defer g.meter.time("portrait")(&err)
	return g.Provider.Portrait(ctx, picture)
}

func (g measuredFaces) Match(ctx context.Context, probe, enrolled facecheck.Template, kind facecheck.Kind) (l facecheck.Likeness, err error) {
	defer g.meter.time("match")(&err)
	return g.Provider.Match(ctx, probe, enrolled, kind)
}
