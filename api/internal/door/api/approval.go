package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/approval"
)

func approvalCalls(a *API) {
	server.ReadOnly(a.Server, "memberApproval", a.approval)
	server.Call(a.Server, "memberAskApproval", a.askApproval)
	server.ReadOnly(a.Server, "memberPendingApproval", a.pendingApproval)
	server.Call(a.Server, "memberAnswerApproval", a.answerApproval)
}

func (a *API) approval(ctx context.Context, c server.Caller, _ contract.Empty) (contract.ApprovalData, error) {
	st, err := a.Services.Approval.Status(ctx, c.Session)
	return approvalOf(st), err
}

func (a *API) askApproval(ctx context.Context, c server.Caller, _ contract.Empty) (contract.ApprovalData, error) {
	st, err := a.Services.Approval.Ask(ctx, c.Session, c.From())
	return approvalOf(st), err
}

func approvalOf(st approval.Status) contract.ApprovalData {
	data := contract.ApprovalData{
		State: contract.ApprovalDataStateNone, Now: st.Now.UTC(), MayAsk: st.MayAsk(), MayName: st.Question && !st.Trusted, RetryAfter: seconds(st.Wait()),
	}
	if st.Own != nil {
		state := st.Own.StateAt(st.Now)
		data.State, data.ExpiresAt = contract.ApprovalDataState(state), utc(&st.Own.ExpiresAt)
		if state == member.ApprovalWaiting {
			data.Digits = st.Own.Digits
		}
	}
	return data
}

func (a *API) pendingApproval(ctx context.Context, c server.Caller, _ contract.Empty) (contract.PendingApprovalData, error) {
	pending, err := a.Services.Approval.Pending(ctx, c.Session)
	data := contract.PendingApprovalData{}
	if r := pending.Request; r != nil {
		data.Request = &contract.ApprovalRequest{
			ApprovalID: r.ID, Platform: member.Platform(r.Label), Browser: member.Browser(r.Label), Address: r.Address,
			SameNetwork: r.Network != "" && r.Network == c.From().Network, AskedAt: r.AskedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), Now: a.Services.Clock.Now().UTC(),
		}
	}
	if pending.News != nil {
		news := noticeOf(*pending.News, c.Lang)
		data.NewDevice = &news
	}
	return data, err
}

func (a *API) answerApproval(ctx context.Context, c server.Caller, req contract.AnswerApprovalRequest) (contract.Empty, error) {
	if !req.Approve {
		return contract.Empty{}, a.Services.Approval.Refuse(ctx, c.Session, req.ApprovalID)
	}
	digits := server.Optional(req.Digits)
	if digits == "" {
		return contract.Empty{}, reason.InvalidField("digits", reason.FieldRequired)
	}
	return contract.Empty{}, a.Services.Approval.Approve(ctx, c.Session, req.ApprovalID, digits)
}
