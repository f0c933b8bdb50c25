package app

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

// wireSupport builds customer service, the inbox and the reminders, for the server and for the workers. It must come
// after wireRepayment.
func (a *App) wireSupport(s *api.Services, products []appproduct.Product) error {
	gateway, err := a.smsGateway()
	if err != nil {
		return err
	}
	s.Support = customersupport.New(a.Pool, a.Clock, a.Limiter)
	a.supportJobs = jobs.Support{Support: s.Support, Remind: remind.New(remind.Deps{
		Pool: a.Pool, Clock: a.Clock, Region: a.Region, SMS: gateway, Links: s.Intents.LinkToken, Products: products,
	})}
	return nil
}
