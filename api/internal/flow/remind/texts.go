package remind

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// messages are quiet, to the borrower alone, without a threat. {product} writes; {no} {amount} {date} {count}.
var messages = texts.Group[map[notify.Kind]string]("reminder")

// product is the product that an order was made with, or the first where it is served no more.
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
