package http

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func draftCalls(s *Server) {
	call(s, "supportDraft", s.supportDraft)
	call(s, "supportSaveDraft", s.supportSaveDraft)
}

func (s *Server) supportDraft(ctx context.Context, c Caller, req contract.DraftRequest) (contract.DraftData, error) {
	draft, err := s.services.Care.Draft(ctx, c.Borrower(), req.Name)
	if err != nil || draft == nil {
		return contract.DraftData{}, err
	}
	var data contract.LetterDraft
	if err := json.Unmarshal(draft.Data, &data); err != nil {
		return contract.DraftData{}, fmt.Errorf("http: draft: %w", err)
	}
	return contract.DraftData{Data: &data, SavedAt: utc(&draft.SavedAt)}, nil
}

func (s *Server) supportSaveDraft(ctx context.Context, c Caller, req contract.SaveLetterDraftRequest) (contract.SavedData, error) {
	if err := s.within(ctx, reason.TooManyRequests, drafts(c)); err != nil {
		return contract.SavedData{}, err
	}
	var data json.RawMessage
	if req.Data != nil {
		var err error
		if data, err = json.Marshal(req.Data); err != nil {
			return contract.SavedData{}, fmt.Errorf("http: draft: %w", err)
		}
	}
	at, err := s.services.Care.SaveDraft(ctx, c.Borrower(), req.Name, data)
	return contract.SavedData{SavedAt: at.UTC()}, err
}
