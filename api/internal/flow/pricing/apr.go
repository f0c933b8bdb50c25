package pricing

import (
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// version identifies the conditions of a product version, which never change. extended means with every extension that
// the product allows.
type version struct {
	product  uuid.UUID
	number   int
	extended bool
}

// versions is the size of the cache: more than any market has on offer.
const versions = 2048

// aprs caches the highest APR of each product version.
var aprs, _ = lru.New[version, int64](versions) // fails only for a size below one

func remembered(id uuid.UUID, v product.Version, extended bool, workOut product.Pricer) (int64, error) {
	key := version{id, v.Number, extended}
	if apr, known := aprs.Get(key); known {
		return apr, nil
	}
	apr, err := workOut(v)
	if err == nil {
		aprs.Add(key, apr)
	}
	return apr, err
}

// HighestAPR returns the highest APR with all fees over a product's amounts and terms, in basis points.
func HighestAPR(p product.Product) (int64, error) {
	return remembered(p.ID, p.Current, false, highestAPR)
}

// PricerOf returns a pricer that caches the prices of a product's saved versions.
func PricerOf(p product.Product) product.Pricer {
	return func(v product.Version) (int64, error) { return remembered(p.ID, v, true, highestExtendedAPR) }
}

func highestAPR(v product.Version) (int64, error) {
	return terms(v).HighestAPRBps(v.MinAmount, v.MaxAmount, v.TermsDays)
}

// highestExtendedAPR is highestAPR with every extension that the product allows.
func highestExtendedAPR(v product.Version) (int64, error) {
	return terms(v).HighestExtendedAPRBps(v.MinAmount, v.MaxAmount, v.TermsDays)
}
