package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

func chatCalls(a *API) { server.ReadOnly(a.Server, "chatIdentity", a.chatIdentity) }

// chatIdentity returns the identity of the borrower for the chat widget. Both fields are empty if the product has no
// chat.
func (a *API) chatIdentity(ctx context.Context, c server.Caller, _ contract.Empty) (contract.ChatIdentity, error) {
	if !a.Services.Chat.Enabled(c.Product.EntID) {
		return contract.ChatIdentity{}, nil
	}
	identity, err := kyc.SharedIdentity(c.MemberID, c.DeviceID).Read(ctx, a.Services.Pool)
	if err != nil {
		return contract.ChatIdentity{}, err
	}
	who := a.Services.Chat.Identify(chat.Borrower{Member: c.MemberID, Device: c.DeviceID, Identity: identity})
	return contract.ChatIdentity{Identifier: who.Identifier, IdentifierHash: who.Hash}, nil
}

// chatConfig returns what the app needs to load the widget; empty for a product without an inbox.
func (a *API) chatConfig(inbox string) contract.ChatConfig {
	w := a.Services.Chat
	if !w.Enabled(inbox) {
		return contract.ChatConfig{}
	}
	return contract.ChatConfig{BaseURL: w.BaseURL, OnPayPages: w.OnPayPages, InShell: w.InShell}
}
