package region

import "fmt"

// CapBasis is the figure of a product that a cap limits.
type CapBasis string

// The bases of a cap.
const (
	// NominalRate is the contract's annual rate alone.
	NominalRate CapBasis = "nominal"
	// AllInAPR is the nominal annual percentage rate including every fee of a loan that is repaid on time.
	AllInAPR CapBasis = "apr"
)

// Cap is the highest rate that a type of lender may charge.
type Cap struct {
	// LenderType is credit_institution or other.
	LenderType string   `yaml:"lenderType"`
	Basis      CapBasis `yaml:"basis"`
	Bps        int64    `yaml:"bps"`
	// Source is the law or rule of the cap, shown to the operator whose product exceeds it.
	Source string `yaml:"source"`
}

// LoanCap limits the amount and term of loans of a type of lender, and the borrower's total debt. Zero means that the region
// has no such limit.
type LoanCap struct {
	LenderType string `yaml:"lenderType"`
	// MaxPrincipal is the largest loan, in minor units.
	MaxPrincipal int64 `yaml:"maxPrincipal"`
	// MaxTermDays is the longest term including extensions. Days by which a holiday moves the due date are not counted.
	MaxTermDays int `yaml:"maxTermDays"`
	// MaxDebt is the largest principal in progress that a borrower may have including a new loan of such a lender, in minor
	// units. The loans of all lenders on the platform count.
	MaxDebt int64 `yaml:"maxDebt"`
	// Source is the law or rule of the limit, shown to the operator whose product exceeds it.
	Source string `yaml:"source"`
}

// LatePenalty limits the cost of being late. Zero means that the region has no such limit.
type LatePenalty struct {
	// OfRateBps limits the yearly rate of late charges as a share of the contract's rate: 15000 is 150 % of it.
	OfRateBps int64 `yaml:"ofRateBps"`
	// OfPrincipalBps limits the sum of all late charges as a share of the principal.
	OfPrincipalBps int64 `yaml:"ofPrincipalBps"`
	// AllCharges applies OfPrincipalBps to everything that the loan is charged, not only to late charges.
	AllCharges bool   `yaml:"allCharges"`
	Source     string `yaml:"source"`
}

// CapsFor returns the caps of a type of lender; a product must respect all of them. A type that the region does not know has no
// caps and must not be allowed to lend.
func (r *Region) CapsFor(lenderType string) []Cap {
	var caps []Cap
	for _, c := range r.Caps {
		if c.LenderType == lenderType {
			caps = append(caps, c)
		}
	}
	return caps
}

// LoanCapOf returns the limits for loans of a type of lender; the zero limits if the region has none.
func (r *Region) LoanCapOf(lenderType string) LoanCap {
	for _, c := range r.LoanCaps {
		if c.LenderType == lenderType {
			return c
		}
	}
	return LoanCap{LenderType: lenderType}
}

// LargestLoan returns the largest amount that may be lent, in minor units; 0 if there is no limit.
func (c LoanCap) LargestLoan() int64 {
	if c.MaxPrincipal == 0 || c.MaxDebt == 0 {
		return max(c.MaxPrincipal, c.MaxDebt)
	}
	return min(c.MaxPrincipal, c.MaxDebt)
}

// LargestLimit returns up to which amount a credit limit is raised automatically: the maximum of the list, or the highest debt
// that the region allows with any type of lender if that is less.
func (r *Region) LargestLimit(list AmountRange) int64 {
	var owed int64
	for _, c := range r.Caps {
		most := r.LoanCapOf(c.LenderType).MaxDebt
		if most == 0 {
			return list.Max
		}
		owed = max(owed, most)
	}
	return min(list.Max, owed)
}

// checkLoanCaps checks that each LoanCap is for a different type of lender that may lend, and names its source, and that the
// region's own example respects it.
func (r *Region) checkLoanCaps() error {
	seen := map[string]bool{}
	for _, c := range r.LoanCaps {
		switch {
		case len(r.CapsFor(c.LenderType)) == 0 || seen[c.LenderType]:
			return fmt.Errorf("lender type %q has two loan caps or may not lend at all", c.LenderType)
		case c.MaxPrincipal < 0 || c.MaxTermDays < 0 || c.MaxDebt < 0 || c.Source == "":
			return fmt.Errorf("the loan cap of lender type %q is negative or has no source", c.LenderType)
		case c.MaxPrincipal > 0 && r.HomeSample.LoanAmount > c.MaxPrincipal, c.MaxTermDays > 0 && r.HomeSample.Days > int64(c.MaxTermDays):
			return fmt.Errorf("the region's home sample exceeds the loan cap of lender type %q", c.LenderType)
		}
		seen[c.LenderType] = true
	}
	return nil
}
