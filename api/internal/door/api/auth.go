package api

import (
	"context"
	"encoding/json"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

func authCalls(a *API) {
	server.ReadOnly(a.Server, "authList", a.authList)
	server.Call(a.Server, "authOptions", a.authOptions)
	server.Call(a.Server, "authAreas", a.authAreas)
	server.Call(a.Server, "authDetail", a.authDetail)
	server.Guarded(a.Server, "authSaveDraft", a.room(drafts), a.authSaveDraft)
	server.Guarded(a.Server, "authIdentity", a.room(identities), a.authIdentity)
	server.Call(a.Server, "authPersonal", a.authPersonal)
	server.Call(a.Server, "authCompany", a.authCompany)
	server.Call(a.Server, "authContacts", a.authContacts)
}

func (a *API) authList(ctx context.Context, c server.Caller, _ contract.Empty) (contract.AuthListData, error) {
	list, err := a.Services.Verification.List(ctx, c.Borrower())
	return verificationList(list), err
}

func (a *API) authOptions(_ context.Context, c server.Caller, _ contract.Empty) (contract.AuthOptionsData, error) {
	lists := region.FormOptions()
	income := make([]contract.Option, len(c.Region.IncomeBands))
	for i, band := range c.Region.IncomeBands {
		income[i] = contract.Option{Code: band.Code, Label: band.Label(c.Region.Currency, c.Lang)}
	}
	return contract.AuthOptionsData{
		Gender: options(lists.Gender, c.Lang), Education: options(lists.Education, c.Lang), Marital: options(lists.Marital, c.Lang),
		ChildrenNum: options(lists.ChildrenNum, c.Lang), ResidenceTime: options(lists.Duration, c.Lang),
		Relationship: options(lists.Relationship, c.Lang), Profession: options(lists.Profession, c.Lang),
		ProfessionScheme: lists.ProfessionScheme, MonthlyIncome: income, WorkTime: options(lists.Duration, c.Lang),
	}, nil
}

func options(list []region.Option, l lang.Lang) []contract.Option {
	labelled := make([]contract.Option, len(list))
	for i, o := range list {
		labelled[i] = contract.Option{Code: o.Code, Label: o.Label.In(l)}
	}
	return labelled
}

func (a *API) authAreas(_ context.Context, c server.Caller, req contract.AreasRequest) (contract.AreasData, error) {
	level := c.Region.Areas(req.Parent)
	data := contract.AreasData{Areas: make([]contract.Area, len(level))}
	for i, a := range level {
		data.Areas[i] = contract.Area{Code: a.Code, Name: a.Name, Leaf: a.Leaf}
	}
	return data, nil
}

func (a *API) authDetail(ctx context.Context, c server.Caller, req contract.TopicRequest) (contract.AuthDetailData, error) {
	detail, state, err := a.Services.Verification.Detail(ctx, c.Borrower(), kyc.Topic(req.Topic))
	if err != nil {
		return contract.AuthDetailData{}, err
	}
	data := contract.AuthDetailData{Topic: string(req.Topic), State: string(state)}
	if detail.Submitted != nil {
		data.Submitted = &detail.Submitted
	}
	if detail.Draft != nil {
		typed := map[string]any{}
		if err := json.Unmarshal(detail.Draft.Data, &typed); err != nil {
			return contract.AuthDetailData{}, err
		}
		data.Draft, data.SavedAt = &typed, utc(&detail.Draft.SavedAt)
	}
	return data, nil
}

func (a *API) authSaveDraft(ctx context.Context, c server.Caller, req contract.SaveDraftRequest) (contract.SavedData, error) {
	data, err := typedSoFar(req.Data)
	if err != nil {
		return contract.SavedData{}, err
	}
	at, err := a.Services.Verification.SaveDraft(ctx, c.Borrower(), kyc.Topic(req.Topic), data)
	return contract.SavedData{SavedAt: at.UTC()}, err
}

func (a *API) authIdentity(ctx context.Context, c server.Caller, req contract.IdentityRequest) (contract.SubmittedData, error) {
	list, warnings, err := a.Services.Verification.Identity(ctx, c.Borrower(), kyc.IdentityForm{
		Name: req.IDName, Number: req.IDNumber, Birthday: req.Birthday, Gender: req.Gender, FrontFile: req.FrontFileID, BackFile: req.BackFileID,
	})
	return submitted(list, warnings, err)
}

func (a *API) authPersonal(ctx context.Context, c server.Caller, req contract.PersonalRequest) (contract.SubmittedData, error) {
	list, err := a.Services.Verification.Personal(ctx, c.Borrower(), kyc.PersonalForm{
		Nickname: req.Nickname, Education: req.Education, Marital: req.Marital, ChildrenNum: req.ChildrenNum,
		FacebookLink: server.Optional(req.FacebookLink), WhatsApp: server.Optional(req.Whatsapp), HomeArea: req.HomeArea,
		DetailAddress: req.DetailAddress, ResidenceTime: req.ResidenceTime,
	})
	return submitted(list, nil, err)
}

func (a *API) authCompany(ctx context.Context, c server.Caller, req contract.CompanyRequest) (contract.SubmittedData, error) {
	list, err := a.Services.Verification.Company(ctx, c.Borrower(), kyc.CompanyForm{
		CompanyName: req.CompanyName, CompanyArea: req.CompanyArea, DetailAddress: req.CompanyDetailAddress,
		ProfessionType: req.ProfessionType, MonthlyIncome: req.MonthlyIncome, WorkTime: req.WorkTime,
	})
	return submitted(list, nil, err)
}

func (a *API) authContacts(ctx context.Context, c server.Caller, req contract.ContactsRequest) (contract.SubmittedData, error) {
	typed := make([]kyc.Contact, len(req.Contacts))
	for i, contact := range req.Contacts {
		typed[i] = kyc.Contact{Relationship: contact.Relationship, Name: contact.Name, Phone: contact.Phone}
	}
	list, err := a.Services.Verification.Contacts(ctx, c.Borrower(), typed)
	return submitted(list, nil, err)
}

// submitted responds to a submission with the updated list.
func submitted(list []verification.Item, warnings []string, err error) (contract.SubmittedData, error) {
	if warnings == nil {
		warnings = []string{}
	}
	return contract.SubmittedData{Verification: verificationList(list), Warnings: warnings}, err
}
