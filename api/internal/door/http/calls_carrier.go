package http

import (
	"context"
	"math"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/idem"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
)

func carrierCalls(s *Server) {
	call(s, "optIndex", s.optIndex)
	mall(s, "mallIndex", s.mallIndex)
	mall(s, "mallDetail", s.mallDetail)
	mall(s, "mallNext", s.mallNext)
	mall(s, "mallCode", s.mallCode)
	mall(s, "mallResult", s.mallResult)
	mall(s, "mallRegister", s.mallRegister)
	raw(s, "hookCarrier", s.hookCarrier)
}

// mall registers a call whose path names a carrier. The handlers of idempotent ones say what their key stands for: a
// password has no place there, not even as part of a hash.
func mall[Req, Resp any](s *Server, id string, handle func(context.Context, Caller, string, Req) (Resp, error)) {
	raw(s, id, func(ctx context.Context, c Caller, r *Request) error {
		var req Req
		if err := r.decode(&req); err != nil {
			return err
		}
		data, err := handle(ctx, c, r.Param("channel"), req)
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}

func (s *Server) optIndex(ctx context.Context, c Caller, _ contract.Empty) (contract.OptIndexData, error) {
	standing, err := s.services.Carriers.Standing(ctx, c.MemberID)
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
	if standing.Last != nil {
		last := s.carrierSession(c, *standing.Last)
		data.Last = &last
		if standing.Last.State.Running() {
			data.State = contract.OptIndexDataStateReview
		}
	}
	if standing.Proved() {
		proof := s.carrierSession(c, *standing.Proof)
		data.Proof, data.State = &proof, contract.OptIndexDataStateDone
	}
	return data, nil
}

func (s *Server) mallIndex(ctx context.Context, c Caller, channel string, _ contract.Empty) (contract.MallIndexData, error) {
	found, err := s.services.Carriers.Carrier(c.Borrower(), channel)
	if err != nil {
		return contract.MallIndexData{}, err
	}
	data := contract.MallIndexData{Carrier: carrierData(found), Phone: secret.MaskPhone(c.Phone)}
	last, err := s.services.Carriers.Result(ctx, c.Borrower(), channel)
	if reason.Of(err) == reason.NoData {
		return data, nil
	}
	if err == nil && last.State.Running() {
		running := s.carrierSession(c, last)
		data.Session = &running
	}
	return data, err
}

func (s *Server) mallDetail(ctx context.Context, c Caller, channel string, req contract.MallDetailRequest) (contract.CarrierSession, error) {
	password := optional(req.ServicePassword)
	way := string(req.Type)
	switch {
	case way == region.ByPassword && password == "":
		return contract.CarrierSession{}, reason.InvalidField("servicePassword", reason.FieldRequired)
	case way == region.ByCode && password != "":
		return contract.CarrierSession{}, reason.InvalidField("servicePassword", reason.FieldUnknown)
	}
	return s.beginTry(ctx, c, carriercheck.Start{Channel: channel, Kind: carrier.Verify, Way: way, Password: password})
}

func (s *Server) mallRegister(ctx context.Context, c Caller, channel string, req contract.MallRegisterRequest) (contract.CarrierSession, error) {
	switch {
	case !carriercheck.Strong(req.Password):
		return contract.CarrierSession{}, reason.New(reason.PasswordWeak)
	case req.Password != req.PasswordAgain:
		return contract.CarrierSession{}, reason.InvalidField("passwordAgain", reason.FieldMismatch)
	}
	return s.beginTry(ctx, c, carriercheck.Start{Channel: channel, Kind: carrier.Register, Way: string(req.Type), Password: req.Password})
}

func (s *Server) beginTry(ctx context.Context, c Caller, start carriercheck.Start) (contract.CarrierSession, error) {
	who := c.Borrower()
	var err error
	if who.Idem.BodyHash, err = idem.Hash([]string{start.Channel, string(start.Kind), start.Way}); err != nil {
		return contract.CarrierSession{}, err
	}
	session, err := s.services.Carriers.Begin(ctx, who, start)
	return s.carrierSession(c, session), err
}

func (s *Server) mallNext(ctx context.Context, c Caller, channel string, req contract.MallNextRequest) (contract.CarrierSession, error) {
	who := c.Borrower()
	var err error
	if who.Idem.BodyHash, err = idem.Hash([]string{channel, req.SmsCode}); err != nil {
		return contract.CarrierSession{}, err
	}
	session, err := s.services.Carriers.Submit(ctx, who, channel, req.SmsCode)
	return s.carrierSession(c, session), err
}

func (s *Server) mallCode(ctx context.Context, c Caller, channel string, _ contract.Empty) (contract.CarrierSession, error) {
	session, err := s.services.Carriers.Resend(ctx, c.Borrower(), channel)
	return s.carrierSession(c, session), err
}

func (s *Server) mallResult(ctx context.Context, c Caller, channel string, _ contract.Empty) (contract.CarrierSession, error) {
	session, err := s.services.Carriers.Result(ctx, c.Borrower(), channel)
	return s.carrierSession(c, session), err
}

func carrierData(c region.Carrier) contract.Carrier {
	data := contract.Carrier{Channel: c.Code, Name: c.Name, Register: c.Register, Ways: make([]contract.CarrierWays, len(c.Ways))}
	for i, way := range c.Ways {
		data.Ways[i] = contract.CarrierWays(way)
	}
	return data
}

func (s *Server) carrierSession(c Caller, try carrier.Session) contract.CarrierSession {
	now := s.services.Clock.Now()
	name := try.Carrier
	if known, found := c.Region.Carrier(try.Carrier); found {
		name = known.Name
	}
	data := contract.CarrierSession{
		SessionID: try.ID, Channel: try.Carrier, Name: name, Kind: contract.CarrierSessionKind(try.Kind), Type: contract.CarrierSessionType(try.Way),
		State: contract.CarrierSessionState(try.State), Reason: contract.CarrierSessionReason(try.Reason), Phone: secret.MaskPhone(c.Phone),
		CodeLength: try.CodeLength, CodesLeft: max(0, carrier.MostCodes-try.Codes), TriesLeft: max(0, carrier.CodeTries-try.Tries),
		TenureMonths: try.TenureMonths, CreatedAt: try.CreatedAt.UTC(), EndedAt: utc(try.EndedAt), ValidUntil: utc(try.ValidUntil),
	}
	if try.State.Running() {
		data.ExpiresAt = utc(&try.ExpiresAt)
	}
	if again := try.CodeAgainAt(); !again.IsZero() {
		wait := max(0, int(math.Ceil(again.Sub(now).Seconds())))
		data.CodeAgainIn = &wait
	}
	return data
}
