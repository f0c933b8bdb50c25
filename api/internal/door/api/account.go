package api

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
)

func accountCalls(a *API) {
	server.ReadOnly(a.Server, "memberConsents", a.consents)
	server.Guarded(a.Server, "memberSetConsent", a.room(consentChanges), a.setConsent)
	server.Raw(a.Server, "memberData", a.memberData)
	server.Keyed(a.Server, "memberDeleteAccount", a.rateLimit(keyedCalls), a.deleteAccount)
	server.ReadOnly(a.Server, "memberDeletionStatus", a.deletionStatus)
	server.Call(a.Server, "memberWithdrawDeletion", a.withdrawDeletion)
}

func (a *API) consents(ctx context.Context, c server.Caller, _ contract.Empty) (contract.ConsentsData, error) {
	said, err := a.Services.Account.Consents(ctx, c.Borrower())
	return consentsData(said, a.Services.Faces.Offered(c.AppProductID)), err
}

func (a *API) setConsent(ctx context.Context, c server.Caller, req contract.SetConsentRequest) (contract.ConsentsData, error) {
	said, err := a.Services.Account.SetConsent(ctx, c.Borrower(), member.Consent{
		Kind: member.ConsentKind(req.Kind), Version: req.Version, Granted: req.Granted,
	})
	return consentsData(said, a.Services.Faces.Offered(c.AppProductID)), err
}

func consentsData(said account.Consents, offered bool) contract.ConsentsData {
	data := contract.ConsentsData{Consents: []contract.Consent{}, Log: []contract.ConsentEntry{}, OrderInProgress: said.OrderInProgress}
	for _, kind := range member.ConsentKinds {
		one := contract.Consent{Kind: contract.ConsentKind(kind), Withdrawable: kind.Withdrawable()}
		latest := member.Latest(said.Log, kind)
		if kind == member.ConsentBiometrics && latest == nil && !offered {
			// A consent that nothing needs is not requested.
			continue
		}
		if latest != nil {
			one.Granted, one.Version, one.At = latest.Granted, latest.Version, utc(&latest.At)
		}
		data.Consents = append(data.Consents, one)
	}
	for _, word := range said.Log {
		data.Log = append(data.Log, contract.ConsentEntry{
			Kind: contract.ConsentKind(word.Kind), Granted: word.Granted, Version: word.Version, At: word.At.UTC(),
		})
	}
	return data
}

// consentsOf reads the consents that a login gives.
func consentsOf(words *[]contract.ConsentChoice) []member.Consent {
	if words == nil {
		return nil
	}
	given := make([]member.Consent, len(*words))
	for i, w := range *words {
		given[i] = member.Consent{Kind: member.ConsentKind(w.Kind), Version: w.Version, Granted: w.Granted}
	}
	return given
}

// memberData responds with contract.MemberCopyData, written while it is read.
func (a *API) memberData(ctx context.Context, c server.Caller, r *server.Request) error {
	var none contract.Empty
	if err := r.Decode(&none); err != nil {
		return err
	}
	return r.SucceedWriting(func(begin func() io.Writer) error {
		var into io.Writer
		at, err := a.Services.Account.Copy(ctx, c.Borrower(), c.Fresh(member.CodeData, a.Services.Clock.Now()), func() io.Writer {
			into = begin()
			_, _ = io.WriteString(into, `{"sections":`)
			return into
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(into, `,"generatedAt":%q,"memberId":%q}`, at.UTC().Format(time.RFC3339Nano), c.MemberID)
		return err
	})
}

func (a *API) deleteAccount(ctx context.Context, c server.Caller, req contract.DeleteAccountRequest) (contract.DeletionData, error) {
	leaving, err := a.Services.Account.Delete(ctx, c.Borrower(), req.SmsCode)
	return deletionData(leaving), err
}

func (a *API) deletionStatus(ctx context.Context, c server.Caller, _ contract.Empty) (contract.DeletionData, error) {
	leaving, err := a.Services.Account.DeletionStatus(ctx, c.Borrower())
	return deletionData(leaving), err
}

func (a *API) withdrawDeletion(ctx context.Context, c server.Caller, _ contract.Empty) (contract.DeletionData, error) {
	leaving, err := a.Services.Account.Withdraw(ctx, c.Borrower())
	return deletionData(leaving), err
}

func deletionData(l account.DeletionStatus) contract.DeletionData {
	data := contract.DeletionData{
		State: contract.DeletionDataStateNone, WaitHours: int(l.Wait.Hours()), KeepYears: l.KeepYears, HasPapers: l.HasDocuments,
		RefundPending: l.RefundPending, ReversalPending: l.ReversalPending, ProofPending: len(l.Proofs) > 0,
		Obstacles: make([]contract.DeletionObstacle, len(l.Open)), ProofOrders: make([]contract.DeletionProof, len(l.Proofs)),
	}
	for i, o := range l.Proofs {
		data.ProofOrders[i] = contract.DeletionProof{OrderID: o.ID, OrderNo: o.OrderNo}
	}
	for i, o := range l.Open {
		data.Obstacles[i] = contract.DeletionObstacle{OrderID: o.ID, OrderNo: o.OrderNo, Status: int(o.Status), RepayStatus: repayStatusOf(o)}
	}
	if d := l.Deletion; d != nil {
		data.State, data.RequestedAt = contract.DeletionDataState(d.Outcome), utc(&d.RequestedAt)
		if l.Waiting() {
			data.State, data.DueAt = contract.DeletionDataStateWaiting, utc(&d.DueAt)
		}
	}
	return data
}

func repayStatusOf(o loan.InProgress) *int {
	if o.RepayStatus == 0 {
		return nil
	}
	status := int(o.RepayStatus)
	return &status
}
