package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func draftCalls(a *API) {
	server.ReadOnly(a.Server, "supportDraft", a.supportDraft)
	server.Guarded(a.Server, "supportSaveDraft", a.room(drafts), a.supportSaveDraft)
}

func (a *API) supportDraft(ctx context.Context, c server.Caller, req contract.DraftRequest) (contract.DraftData, error) {
	draft, err := a.Services.Support.Draft(ctx, c.Borrower(), req.Name)
	if err != nil || draft == nil {
		return contract.DraftData{}, err
	}
	var data contract.SupportDraft
	if err := json.Unmarshal(draft.Data, &data); err != nil {
		return contract.DraftData{}, fmt.Errorf("api: draft: %w", err)
	}
	return contract.DraftData{Data: &data, SavedAt: utc(&draft.SavedAt)}, nil
}

func (a *API) supportSaveDraft(ctx context.Context, c server.Caller, req contract.SaveSupportDraftRequest) (contract.SavedData, error) {
	data, err := typedSoFar(req.Data)
	if err != nil {
		return contract.SavedData{}, err
	}
	at, err := a.Services.Support.SaveDraft(ctx, c.Borrower(), req.Name, data)
	return contract.SavedData{SavedAt: at.UTC()}, err
}

// typedSoFar returns a partly filled form as JSON; nil if the draft is to be deleted.
func typedSoFar[T any](form *T) (json.RawMessage, error) {
	if form == nil {
		return nil, nil
	}
	data, err := json.Marshal(form)
	if err != nil {
		return nil, fmt.Errorf("api: draft: %w", err)
	}
	return data, nil
}
