// Package api answers the calls of the contract: it turns requests into calls of a flow or a domain, and what these say
// into answers. No rule of lending lives here.
package api

import (
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// API answers the calls of the contract.
type API struct {
	*server.Server

	Services Services
}

// Register has a server answer every call of the contract but the callbacks.
func Register(s *server.Server, services Services) *API {
	a := &API{Server: s, Services: services}
	for _, register := range registrations {
		register(a)
	}
	return a
}

// registrations lists the files of calls; each adds its own group.
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
