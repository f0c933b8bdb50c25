package pricing

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

func remembered(p product.Product, extended bool, workOut func(product.Version, product.Lender) (int64, error)) (int64, error) {
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

// HighestAPR is the highest APR with all fees over a product's amounts and terms, in basis points.
func HighestAPR(p product.Product) (int64, error) { return remembered(p, false, highestAPR) }

// PricerOf is Price of a product as it stands, worked out once.
func PricerOf(p product.Product) product.Pricer {
	return func(product.Version, product.Lender, *region.Region) (int64, error) {
		return remembered(p, true, highestExtendedAPR)
	}
}

func highestAPR(v product.Version, l product.Lender) (int64, error) {
	return terms(v, l).HighestAPRBps(v.MinAmount, v.MaxAmount, v.TermsDays)
}

// highestExtendedAPR is highestAPR with every extension that the product allows.
func highestExtendedAPR(v product.Version, l product.Lender) (int64, error) {
	return terms(v, l).HighestExtendedAPRBps(v.MinAmount, v.MaxAmount, v.TermsDays)
}
