package http

import (
	"context"
	"encoding/hex"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/profile"
)

func memberCalls(s *Server) {
	call(s, "memberCheckPhone", s.checkPhone)
	call(s, "memberGetLoginType", s.getLoginType)
	raw(s, "getValidateCode", s.getValidateCode)
	raw(s, "memberSendSmsCode", s.sendSmsCode)
	call(s, "memberCheckSmsCode", s.checkSmsCode)
	raw(s, "memberSmsLogin", s.smsLogin)
	call(s, "memberQuery", s.memberQuery)
	call(s, "memberSecondFact", s.secondFact)
	raw(s, "memberLogout", s.logout)
	call(s, "memberEndSession", s.endSession)
}

func (s *Server) checkPhone(ctx context.Context, c Caller, req contract.PhoneRequest) (contract.CheckPhoneData, error) {
	need, err := s.services.Members.NeedImage(ctx, req.PhoneNum, c.From())
	return contract.CheckPhoneData{NeedValidateCode: need}, err
}

// getLoginType offers the face to a number on a trusted device with a live enrolment; every other number, known or not, is
// answered alike.
func (s *Server) getLoginType(ctx context.Context, c Caller, req contract.PhoneRequest) (contract.LoginTypeData, error) {
	data := contract.LoginTypeData{
		LoginType: contract.LoginTypeDataLoginTypeSms, Types: []contract.LoginTypeDataTypes{contract.LoginTypeDataTypesSms},
	}
	if err := s.services.Members.CheckPhone(req.PhoneNum); err != nil {
		return contract.LoginTypeData{}, err
	}
	offers, err := s.services.Faces.Offers(ctx, req.PhoneNum, c.Device, c.AppProductID)
	if err != nil {
		return contract.LoginTypeData{}, err
	}
	if offers {
		data.LoginType = contract.LoginTypeDataLoginTypeFace
		data.Types = append(data.Types, contract.LoginTypeDataTypesFace)
	}
	return data, nil
}

func (s *Server) getValidateCode(ctx context.Context, c Caller, r *Request) error {
	from := c.From()
	// An <img> sends no headers: the page names its device in the address, as far as it may stand there.
	from.Device = r.Query("device")
	png, err := s.services.Members.ImageCode(ctx, r.Query("mobile"), from)
	if err != nil {
		return err
	}
	return r.Send("image/png", png)
}

// sendSmsCode is open for logins; a code for money, cards or deletion needs a session and goes to its own number.
func (s *Server) sendSmsCode(ctx context.Context, c Caller, r *Request) error {
	var req contract.SendSmsCodeRequest
	if err := r.decode(&req); err != nil {
		return err
	}
	send := member.SendRequest{
		Phone: req.PhoneNum, Type: member.CodeType(req.Type), Image: optional(req.Code), From: c.From(), Lang: c.Lang,
		Product: c.product.ProdName, Host: s.ownHost(r.c),
	}
	if send.Type != member.CodeLogin {
		c, err := s.session(ctx, c, r.Header(headerToken))
		if err != nil {
			return err
		}
		switch {
		case !c.Trusted:
			return reason.New(reason.SecondFactNeeded)
		case c.Deleting:
			return reason.New(reason.AccountDeleting)
		}
		send.Phone = c.Phone
	}
	sent, err := s.services.Members.SendCode(ctx, send)
	if err != nil {
		return err
	}
	return r.Succeed(contract.SendSmsCodeData{
		SmsPhone: sent.Phone, CodeLength: sent.Length,
		ResendSeconds: int(member.ResendAfter.Seconds()), ExpiresSeconds: int(member.CodeLife.Seconds()),
	})
}

// checkSmsCode makes the session fresh for what the code was sent for. A login code proves a login and nothing else.
func (s *Server) checkSmsCode(ctx context.Context, c Caller, req contract.CheckSmsCodeRequest) (contract.FreshData, error) {
	kind := member.CodeType(req.Type)
	if kind == member.CodeLogin {
		return contract.FreshData{}, reason.InvalidField("type", reason.FieldNotOffered)
	}
	until, err := s.services.Members.CheckCode(ctx, c.Session, kind, req.SmsCode)
	return contract.FreshData{FreshUntil: until}, err
}

// smsLogin also sets the readable cookie that a page copies into its header.
func (s *Server) smsLogin(ctx context.Context, c Caller, r *Request) error {
	var req contract.SmsLoginRequest
	if err := r.decode(&req); err != nil {
		return err
	}
	if member.CodeType(req.Type) != member.CodeLogin {
		return reason.InvalidField("type", reason.FieldNotOffered)
	}
	login, err := s.services.Join.LogIn(ctx, member.LoginRequest{
		Phone: req.PhoneNum, Code: req.SmsCode, From: c.From(), Lang: c.Lang, AppProductID: c.AppProductID, DeviceLabel: c.UserAgent,
		Consents: s.loginConsents(req),
	}, originOf(c, r, req))
	if err != nil {
		return err
	}
	r.SetToken(login.Token)
	return r.Succeed(contract.LoginData{Token: login.Token, IsNewMember: login.IsNew, MemberID: login.MemberID})
}

// memberQuery is who the session belongs to. A device that has not given the second fact learns nothing
// personal, nor does one of an account that waits for its deletion.
func (s *Server) memberQuery(ctx context.Context, c Caller, _ contract.Empty) (contract.MemberData, error) {
	data := contract.MemberData{
		MemberID: c.MemberID, PhoneNum: secret.MaskPhone(c.Phone), SecondFactNeeded: !c.Trusted, Deleting: c.Deleting, Currency: string(c.Region.Currency),
		Verification: contract.AuthListData{Items: []contract.AuthItem{}},
	}
	if !c.Trusted || c.Deleting {
		return data, nil
	}
	p, err := profile.Read(ctx, s.services.Pool, c.MemberID, c.DeviceID, c.Region, c.WhiteListed, s.services.Clock.Now())
	if err != nil {
		return data, err
	}
	data.Name, data.WhiteListed, data.CreditLimit, data.Score = secret.MaskName(p.Name), c.WhiteListed, p.Credit.Limit, p.Credit.Score
	data.Verification = verificationList(profile.List(p.Progress, *p.Cards, s.services.Verification.Carrier(), *p.Number,
		profile.Face{Offered: s.services.Faces.Offered(c.AppProductID), State: p.Face}))
	if c.Fresh(c.FreshFor, s.services.Clock.Now()) {
		purpose := int(c.FreshFor)
		data.FreshUntil, data.FreshFor = c.FreshUntil, &purpose
	}
	return data, nil
}

func (s *Server) secondFact(ctx context.Context, c Caller, req contract.SecondFactRequest) (contract.Empty, error) {
	return contract.Empty{}, s.services.Members.NameSecondFact(ctx, c.Session, strings.ToUpper(req.IDLast4))
}

func (s *Server) logout(ctx context.Context, c Caller, r *Request) error {
	var req contract.Empty
	if err := r.decode(&req); err != nil {
		return err
	}
	if err := s.services.Members.Logout(ctx, c.SessionID); err != nil {
		return err
	}
	r.SetToken("")
	return r.Succeed(contract.Empty{})
}

// endSession answers alike whether or not the handle names a session: it tells nobody which tokens there are.
func (s *Server) endSession(ctx context.Context, _ Caller, req contract.EndSessionRequest) (contract.Empty, error) {
	handle, err := hex.DecodeString(req.Handle)
	if err != nil {
		return contract.Empty{}, reason.New(reason.InvalidParameter)
	}
	return contract.Empty{}, s.services.Members.EndSession(ctx, handle)
}

// optional reads a field that may be left out.
func optional(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
