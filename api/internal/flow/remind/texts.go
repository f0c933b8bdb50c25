package remind

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// messages are polite, without a threat, and addressed to the borrower alone. {product} is the sender; {no} {amount}
// {date} {count}.
var messages = texts.Group[map[notify.Kind]string]("reminder")

// product returns the product that an order was made with, or the first product if that one is no longer served.
func (r *Remind) product(id string) appproduct.Product {
	for _, p := range r.Products {
		if p.ProductID == id {
			return p
		}
	}
	if len(r.Products) > 0 {
		return r.Products[0]
	}
	return appproduct.Product{}
}
