package api

import (
	"context"
	"math"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
)

func carrierCalls(a *API) {
	server.ReadOnly(a.Server, "optIndex", a.optIndex)
	server.ReadOnlyOf(a.Server, "mallIndex", carrierParameter, a.mallIndex)
	server.ReadOnlyOf(a.Server, "mallResult", carrierParameter, a.mallResult)
	carrierCall(a, "mallDetail", a.mallDetail)
	carrierCall(a, "mallNext", a.mallNext)
	carrierCall(a, "mallCode", a.mallCode)
	carrierCall(a, "mallRegister", a.mallRegister)
}

// carrierParameter is the path parameter that names a carrier.
const carrierParameter = "channel"

// carrierCall registers a call whose path names a carrier and that changes something. Handlers with an idempotency key
// hash the body themselves, because a password must not be part of the hash.
func carrierCall[Req, Resp any](a *API, id string, handle func(context.Context, server.Caller, string, Req) (Resp, error)) {
	server.Raw(a.Server, id, func(ctx context.Context, c server.Caller, r *server.Request) error {
		var req Req
		if err := r.Decode(&req); err != nil {
			return err
		}
		data, err := handle(ctx, c, r.Param(carrierParameter), req)
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}

func (a *API) optIndex(ctx context.Context, c server.Caller, _ contract.Empty) (contract.OptIndexData, error) {
	state, err := a.Services.Carriers.Verification(ctx, c.Borrower())
	if err != nil {
		return contract.OptIndexData{}, err
	}
	check := c.Region.CarrierCheck
	data := contract.OptIndexData{
		State: contract.OptIndexDataStateTodo, Required: check.Required, Phone: secret.MaskPhone(c.Phone), ValidDays: check.ValidDays,
		Suggested: c.Region.CarrierOf(c.Phone), Carriers: make([]contract.Carrier, len(check.Carriers)),
	}
	for i, one := range check.Carriers {
		data.Carriers[i] = carrierData(one)
	}
	if state.Last != nil {
		last := a.carrierSession(c, *state.Last)
		data.Last = &last
		if state.Last.State.Running() {
			data.State = contract.OptIndexDataStateReview
		}
	}
	if state.Proved() {
		proof := a.carrierSession(c, *state.Proof)
		data.Proof, data.State = &proof, contract.OptIndexDataStateDone
	}
	return data, nil
}

func (a *API) mallIndex(ctx context.Context, c server.Caller, channel string, _ contract.Empty) (contract.MallIndexData, error) {
	found, err := a.Services.Carriers.Carrier(c.Borrower(), channel)
	if err != nil {
		return contract.MallIndexData{}, err
	}
	data := contract.MallIndexData{Carrier: carrierData(found), Phone: secret.MaskPhone(c.Phone)}
	last, err := a.Services.Carriers.Result(ctx, c.Borrower(), channel)
	if reason.Of(err) == reason.NoData {
		return data, nil
	}
	if err == nil && last.State.Running() {
		running := a.carrierSession(c, last)
		data.Session = &running
	}
	return data, err
}

func (a *API) mallDetail(ctx context.Context, c server.Caller, channel string, req contract.MallDetailRequest) (contract.CarrierSession, error) {
	password := server.Optional(req.ServicePassword)
	way := string(req.Type)
	switch {
	case way == region.ByPassword && password == "":
		return contract.CarrierSession{}, reason.InvalidField("servicePassword", reason.FieldRequired)
	case way == region.ByCode && password != "":
		return contract.CarrierSession{}, reason.InvalidField("servicePassword", reason.FieldUnknown)
	}
	return a.beginSession(ctx, c, carriercheck.Start{Channel: channel, Kind: carrier.Verify, Way: way, Password: password})
}

func (a *API) mallRegister(ctx context.Context, c server.Caller, channel string, req contract.MallRegisterRequest) (contract.CarrierSession, error) {
	switch {
	case !carriercheck.Strong(req.Password):
		return contract.CarrierSession{}, reason.New(reason.PasswordWeak)
	case req.Password != req.PasswordAgain:
		return contract.CarrierSession{}, reason.InvalidField("passwordAgain", reason.FieldMismatch)
	}
	return a.beginSession(ctx, c, carriercheck.Start{Channel: channel, Kind: carrier.Register, Way: string(req.Type), Password: req.Password})
}

func (a *API) beginSession(ctx context.Context, c server.Caller, start carriercheck.Start) (contract.CarrierSession, error) {
	if err := a.within(ctx, reason.TooManyRequests, keyedCalls(c)); err != nil {
		return contract.CarrierSession{}, err
	}
	who := c.Borrower()
	var err error
	if who.IdempotencyKey.BodyHash, err = idempotency.Hash([]string{start.Channel, string(start.Kind), start.Way}); err != nil {
		return contract.CarrierSession{}, err
	}
	session, err := a.Services.Carriers.Begin(ctx, who, start)
	return a.carrierSession(c, session), err
}

func (a *API) mallNext(ctx context.Context, c server.Caller, channel string, req contract.MallNextRequest) (contract.CarrierSession, error) {
	if err := a.within(ctx, reason.TooManyRequests, keyedCalls(c)); err != nil {
		return contract.CarrierSession{}, err
	}
	who := c.Borrower()
	var err error
	if who.IdempotencyKey.BodyHash, err = idempotency.Hash([]string{channel, req.SmsCode}); err != nil {
		return contract.CarrierSession{}, err
	}
	session, err := a.Services.Carriers.Submit(ctx, who, channel, req.SmsCode)
	return a.carrierSession(c, session), err
}

func (a *API) mallCode(ctx context.Context, c server.Caller, channel string, _ contract.Empty) (contract.CarrierSession, error) {
	session, err := a.Services.Carriers.Resend(ctx, c.Borrower(), channel)
	return a.carrierSession(c, session), err
}

func (a *API) mallResult(ctx context.Context, c server.Caller, channel string, _ contract.Empty) (contract.CarrierSession, error) {
	session, err := a.Services.Carriers.Result(ctx, c.Borrower(), channel)
	return a.carrierSession(c, session), err
}

func carrierData(c region.Carrier) contract.Carrier {
	data := contract.Carrier{Channel: c.Code, Name: c.Name, Register: c.Register, Ways: make([]contract.CarrierWays, len(c.Ways))}
	for i, way := range c.Ways {
		data.Ways[i] = contract.CarrierWays(way)
	}
	return data
}

func (a *API) carrierSession(c server.Caller, session carrier.Session) contract.CarrierSession {
	now := a.Services.Clock.Now()
	name := session.Carrier
	if known, found := c.Region.Carrier(session.Carrier); found {
		name = known.Name
	}
	data := contract.CarrierSession{
		SessionID: session.ID, Channel: session.Carrier, Name: name, Kind: contract.CarrierSessionKind(session.Kind), Type: contract.CarrierSessionType(session.Way),
		State: contract.CarrierSessionState(session.State), Reason: contract.CarrierSessionReason(session.Reason), Phone: secret.MaskPhone(c.Phone),
		CodeLength: session.CodeLength, CodesLeft: max(0, carrier.MaxCodes-session.Codes), TriesLeft: max(0, carrier.MaxCodeEntries-session.CodeEntries),
		TenureMonths: session.TenureMonths, CreatedAt: session.CreatedAt.UTC(), EndedAt: utc(session.EndedAt), ValidUntil: utc(session.ValidUntil),
	}
	if session.State.Running() {
		data.ExpiresAt = utc(&session.ExpiresAt)
	}
	if again := session.CodeAgainAt(); !again.IsZero() {
		wait := max(0, int(math.Ceil(again.Sub(now).Seconds())))
		data.CodeAgainIn = &wait
	}
	return data
}
