package house

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/care"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

// care builds customer service, the inbox and the reminders, for the door and for the workers. It comes after repay.
func (h *House) care(s *http.Services, products []appproduct.Product) error {
	gateway, err := h.messages()
	if err != nil {
		return err
	}
	s.Care = care.New(h.Pool, h.Clock, h.Limiter)
	h.caring = jobs.Caring{Care: s.Care, Remind: remind.New(remind.Deps{
		Pool: h.Pool, Clock: h.Clock, Region: h.Region, SMS: gateway, Links: h.Pay.LinkToken, Products: products,
	})}
	return nil
}
