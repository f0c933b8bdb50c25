package http

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func chatCalls(s *Server) { call(s, "chatIdentity", s.chatIdentity) }

// chatIdentity names the borrower to the chat widget.
func (s *Server) chatIdentity(_ context.Context, c Caller, _ contract.Empty) (contract.ChatIdentity, error) {
	if !s.services.Chat.On(c.product.EntID) {
		return contract.ChatIdentity{}, reason.New(reason.NoConfiguration)
	}
	who := s.services.Chat.Identify(c.MemberID.String())
	return contract.ChatIdentity{Identifier: who.Identifier, IdentifierHash: who.Hash}, nil
}

// chatConfig is what the app needs to load the widget; a product without an inbox has none.
func (s *Server) chatConfig(inbox string) contract.ChatConfig {
	w := s.services.Chat
	if !w.On(inbox) {
		return contract.ChatConfig{}
	}
	return contract.ChatConfig{BaseURL: w.BaseURL, OnPayPages: w.OnPayPages, InShell: w.InShell}
}

// chatHosts are where a page of the app may load the chat from. A payment page that is opened by itself may not, unless
// the operator wants it so.
func (s *Server) chatHosts(c fiber.Ctx) []string {
	if strings.HasPrefix(c.Path(), "/m/repay") && !s.services.Chat.OnPayPages {
		return nil
	}
	hosts := slices.Clone(s.config.Policy.Chat)
	if at, err := url.Parse(s.services.Chat.BaseURL); err == nil && at.Host != "" {
		socket := "wss://" + at.Host
		if at.Scheme == "http" {
			socket = "ws://" + at.Host
		}
		hosts = append(hosts, at.Scheme+"://"+at.Host, socket)
	}
	return hosts
}
