package api

import (
	"context"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
)

func extendCalls(a *API) {
	server.ReadOnly(a.Server, "repayExtendQuote", a.repayExtendQuote)
	server.Keyed(a.Server, "repayExtend", a.rateLimit(intents), a.repayExtend)
	server.Keyed(a.Server, "repayProof", a.rateLimit(keyedCalls), a.repayProof)
	server.ReadOnly(a.Server, "repayProofs", a.repayProofs)
}

func (a *API) repayExtendQuote(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.ExtendQuoteData, error) {
	q, err := a.Services.Intents.ExtendQuote(ctx, c.MemberID, req.OrderID)
	data := contract.ExtendQuoteData{
		OrderID: q.Order.ID, OrderNo: q.Order.OrderNo, Currency: string(q.Order.Currency), Today: q.Today, DueDate: q.Loan.DueDate,
		TimesUsed: q.TimesUsed, TimesMax: q.TimesMax, PaidAllowed: q.PaidAllowed, UnpaidAllowed: q.UnpaidAllowed, PaycodeMin: q.PaycodeMin,
		ProofWaitingSince: utc(q.ProofWaitingSince),
		Choices:           make([]contract.ExtendChoice, len(q.Choices)),
	}
	for i, one := range q.Choices {
		data.Choices[i] = contract.ExtendChoice{
			Times: one.Times, Days: one.Days, Fee: one.Fee, NewDueDate: one.NewDueDate, MoreInterest: one.MoreInterest,
			MoreAccountFee: one.MoreAccountFee, TotalPaid: one.TotalAtDue - one.Fee, TotalUnpaid: one.TotalAtDue,
			AprBps: int(one.APRBps), EffectiveAprBps: int(one.EffectiveAPRBps), Digest: one.Digest(),
		}
	}
	return data, err
}

func (a *API) repayExtend(ctx context.Context, c server.Caller, req contract.ExtendRequest) (contract.ExtendData, error) {
	done, err := a.Services.Intents.Extend(ctx, c.IdempotencyKey, intent.ExtendRequest{
		Member: c.MemberID, Session: c.SessionID, Order: req.OrderID, Times: req.Times, Fee: req.Fee, NewDueDate: req.NewDueDate,
		Digest: server.Optional(req.Digest), Paid: req.Paid, Method: repay.Method(req.Method), Accepted: req.Accepted,
	})
	return contract.ExtendData{IntentID: done.IntentID, NewDueDate: done.NewDueDate, Fee: done.Fee}, err
}

func (a *API) repayProof(ctx context.Context, c server.Caller, req contract.ProofRequest) (contract.Proof, error) {
	sent, err := a.Services.Proofs.Send(ctx, c.IdempotencyKey, proof.Submission{
		Member: c.MemberID, Session: c.SessionID, Device: c.DeviceID, Order: req.OrderID, Files: req.FileIds, Note: strings.TrimSpace(req.Note),
	})
	return proofData(sent), err
}

func (a *API) repayProofs(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.ProofListData, error) {
	sent, err := a.Services.Proofs.List(ctx, c.MemberID, req.OrderID)
	data := contract.ProofListData{OrderNo: sent.OrderNo, Open: sent.Open, Proofs: make([]contract.Proof, len(sent.Proofs))}
	for i, p := range sent.Proofs {
		data.Proofs[i] = proofData(p)
	}
	return data, err
}

func proofData(p repay.Proof) contract.Proof {
	return contract.Proof{
		ProofID: p.ID, State: contract.ProofState(p.State), Note: p.Note, FileIds: p.FileIDs, Reason: p.Reason, PaymentID: p.PaymentID,
		CreatedAt: p.CreatedAt.UTC(), DecidedAt: utc(p.DecidedAt),
	}
}
