// Package api implements the calls of the contract: it converts requests into calls of a flow or a domain, and their
// results into responses. It contains no business rule of lending.
package api

import (
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// API implements the calls of the contract.
type API struct {
	*server.Server

	Services Services
}

// Register registers the handlers of all calls of the contract except the callbacks.
func Register(s *server.Server, services Services) *API {
	a := &API{Server: s, Services: services}
	for _, register := range registrations {
		register(a)
	}
	return a
}

// registrations are the groups of calls, one per file.
var registrations = []func(*API){
	configCalls,
	channelCalls,
	pageErrorCalls,
	contentCalls,
	chatCalls,
	memberCalls,
	accountCalls,
	deviceCalls,
	approvalCalls,
	faceCalls,
	authCalls,
	carrierCalls,
	bankCardCalls,
	fileCalls,
	loanCalls,
	orderCalls,
	repayCalls,
	extendCalls,
	supportCalls,
	draftCalls,
	inboxCalls,
	hardshipCalls,
}
