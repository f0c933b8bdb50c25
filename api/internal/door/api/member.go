package api

import (
	"context"
	"encoding/hex"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

func memberCalls(a *API) {
	server.Call(a.Server, "memberCheckPhone", a.checkPhone)
	server.Call(a.Server, "memberGetLoginType", a.getLoginType)
	server.Raw(a.Server, "getValidateCode", a.getValidateCode)
	server.Raw(a.Server, "memberSendSmsCode", a.sendSmsCode)
	server.Call(a.Server, "memberCheckSmsCode", a.checkSmsCode)
	server.Raw(a.Server, "memberSmsLogin", a.smsLogin)
	server.ReadOnly(a.Server, "memberQuery", a.memberQuery)
	server.Call(a.Server, "memberSecondFact", a.secondFact)
	server.Raw(a.Server, "memberLogout", a.logout)
	server.Call(a.Server, "memberEndSession", a.endSession)
}

func (a *API) checkPhone(ctx context.Context, c server.Caller, req contract.PhoneRequest) (contract.CheckPhoneData, error) {
	need, err := a.Services.Members.NeedImage(ctx, req.PhoneNum, c.From())
	return contract.CheckPhoneData{NeedValidateCode: need}, err
}

// getLoginType offers a face login for a number with a trusted device and an active enrolment. Every other number,
// known or not, gets the same response.
func (a *API) getLoginType(ctx context.Context, c server.Caller, req contract.PhoneRequest) (contract.LoginTypeData, error) {
	data := contract.LoginTypeData{
		LoginType: contract.LoginTypeDataLoginTypeSms, Types: []contract.LoginTypeDataTypes{contract.LoginTypeDataTypesSms},
	}
	if err := a.Services.Members.CheckPhone(req.PhoneNum); err != nil {
		return contract.LoginTypeData{}, err
	}
	offers, err := a.Services.Faces.Offers(ctx, req.PhoneNum, c.Device, c.AppProductID)
	if err != nil {
		return contract.LoginTypeData{}, err
	}
	if offers {
		data.LoginType = contract.LoginTypeDataLoginTypeFace
		data.Types = append(data.Types, contract.LoginTypeDataTypesFace)
	}
	return data, nil
}

func (a *API) getValidateCode(ctx context.Context, c server.Caller, r *server.Request) error {
	from := c.From()
	// An <img> sends no headers, so the page puts its device id into the address.
	from.Device = r.Query("device")
	png, err := a.Services.Members.ImageCode(ctx, r.Query("mobile"), from)
	if err != nil {
		return err
	}
	return r.SendPicture("code", "image/png", png)
}

// sendSmsCode needs no session for logins. A code for money, cards or deletion needs a session and is sent to its own
// number.
func (a *API) sendSmsCode(ctx context.Context, c server.Caller, r *server.Request) error {
	var req contract.SendSmsCodeRequest
	if err := r.Decode(&req); err != nil {
		return err
	}
	send := member.SendRequest{
		Phone: req.PhoneNum, Type: member.CodeType(req.Type), Image: server.Optional(req.Code), From: c.From(), Lang: c.Lang,
		Product: c.Product.ProdName, Host: r.OwnHost(),
	}
	if send.Type != member.CodeLogin {
		c, err := r.WithSession(ctx, c)
		if err != nil {
			return err
		}
		switch {
		case !c.Trusted:
			return reason.New(reason.SecondFactNeeded)
		case c.Deleting:
			return reason.New(reason.AccountDeleting)
		}
		send.Phone, send.Device = c.Phone, c.DeviceID
	}
	sent, err := a.Services.Members.SendCode(ctx, send)
	if err != nil {
		return err
	}
	return r.Succeed(contract.SendSmsCodeData{
		SmsPhone: sent.Phone, CodeLength: sent.Length,
		ResendSeconds: int(member.ResendAfter.Seconds()), ExpiresSeconds: int(member.CodeLife.Seconds()),
	})
}

// checkSmsCode makes the session fresh for the purpose of the code. A login code only proves a login.
func (a *API) checkSmsCode(ctx context.Context, c server.Caller, req contract.CheckSmsCodeRequest) (contract.FreshData, error) {
	kind := member.CodeType(req.Type)
	if kind == member.CodeLogin {
		return contract.FreshData{}, reason.InvalidField("type", reason.FieldNotOffered)
	}
	until, err := a.Services.Members.CheckCode(ctx, c.Session, kind, req.SmsCode)
	return contract.FreshData{FreshUntil: until}, err
}

// smsLogin also sets the readable cookie that a page copies into its header.
func (a *API) smsLogin(ctx context.Context, c server.Caller, r *server.Request) error {
	var req contract.SmsLoginRequest
	if err := r.Decode(&req); err != nil {
		return err
	}
	if member.CodeType(req.Type) != member.CodeLogin {
		return reason.InvalidField("type", reason.FieldNotOffered)
	}
	login, err := a.Services.Join.LogIn(ctx, member.LoginRequest{
		Phone: req.PhoneNum, Code: req.SmsCode, From: c.From(), Lang: c.Lang, AppProductID: c.AppProductID, DeviceLabel: c.UserAgent,
		Consents: a.loginConsents(req),
	}, originOf(c, r, req))
	if err != nil {
		return err
	}
	r.SetToken(login.Token)
	return r.Succeed(contract.LoginData{Token: login.Token, IsNewMember: login.IsNew, MemberID: login.MemberID})
}

// memberQuery returns the member of the session. A device that has not given the second fact, and one of an account
// with a pending deletion, gets no personal data.
func (a *API) memberQuery(ctx context.Context, c server.Caller, _ contract.Empty) (contract.MemberData, error) {
	data := contract.MemberData{
		MemberID: c.MemberID, PhoneNum: secret.MaskPhone(c.Phone), SecondFactNeeded: !c.Trusted, Deleting: c.Deleting, Currency: string(c.Region.Currency),
		Verification: contract.AuthListData{Items: []contract.AuthItem{}},
	}
	if !c.Trusted || c.Deleting {
		return data, nil
	}
	p, err := borrower.ReadProfile(ctx, a.Services.Pool, c.MemberID, c.DeviceID, c.Region, c.WhiteListed, a.Services.Clock.Now())
	if err != nil {
		return data, err
	}
	data.Name, data.WhiteListed, data.CreditLimit, data.Score = secret.MaskName(p.Progress.Name), c.WhiteListed, p.Credit.Limit, p.Credit.Score
	data.Verification = verificationList(verification.List(p.Progress, a.Services.Verification.Carrier(), a.Services.Faces.Offered(c.AppProductID)))
	if c.Fresh(c.FreshFor, a.Services.Clock.Now()) {
		purpose := int(c.FreshFor)
		data.FreshUntil, data.FreshFor = c.FreshUntil, &purpose
	}
	return data, nil
}

func (a *API) secondFact(ctx context.Context, c server.Caller, req contract.SecondFactRequest) (contract.Empty, error) {
	return contract.Empty{}, a.Services.Approval.Name(ctx, c.Session, strings.ToUpper(req.IDLast4), c.UserAgent)
}

func (a *API) logout(ctx context.Context, c server.Caller, r *server.Request) error {
	var req contract.Empty
	if err := r.Decode(&req); err != nil {
		return err
	}
	if err := a.Services.Members.Logout(ctx, c.SessionID); err != nil {
		return err
	}
	r.SetToken("")
	return r.Succeed(contract.Empty{})
}

// endSession gives the same response whether or not the handle belongs to a session, so that it does not reveal which
// tokens exist.
func (a *API) endSession(ctx context.Context, _ server.Caller, req contract.EndSessionRequest) (contract.Empty, error) {
	handle, err := hex.DecodeString(req.Handle)
	if err != nil {
		return contract.Empty{}, reason.New(reason.InvalidParameter)
	}
	return contract.Empty{}, a.Services.Members.EndSession(ctx, handle)
}
