package offer

import (
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// version is a product's conditions at one of its versions, which never change; extended: with every extension that it allows.
type version struct {
	product  uuid.UUID
	number   int
	extended bool
}

// versions is how many are remembered: more than any market has on offer.
const versions = 2048

// aprs are the highest APRs of versions of products: each is worked out once.
var aprs, _ = lru.New[version, int64](versions) // fails for a size below one only

func highestOf(p product.Product, extended bool, workOut func(product.Version, product.Lender) (int64, error)) (int64, error) {
	key := version{p.ID, p.Current.Number, extended}
	if apr, known := aprs.Get(key); known {
		return apr, nil
	}
	apr, err := workOut(p.Current, p.Lender)
	if err == nil {
		aprs.Add(key, apr)
	}
	return apr, err
}

// pricer prices a product as it stands.
func pricer(p product.Product) product.Pricer {
	return func(product.Version, product.Lender, *region.Region) (int64, error) {
		return highestOf(p, true, highestExtendedAPR)
	}
}
