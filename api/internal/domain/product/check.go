package product

import (
	"errors"
	"fmt"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// ErrInvalid says that a product or lender must not be saved. The wrapping error tells the operator why.
var ErrInvalid = errors.New("product: cannot be saved")

// Check returns an error if conditions are invalid or unlawful in the region. apr is the highest APR with all fees over all
// amounts and terms.
func Check(v Version, l Lender, r *region.Region, apr int64) error {
	var wrong []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...))
		}
	}
	say(v.Name == "", "it has no name")
	say(v.ContractVersion == "", "it has no contract version")
	wrong = append(wrong, within(v.figures()))
	say(v.MaxAmount < v.MinAmount, "the maximum amount is below the minimum: from %d to %d", v.MinAmount, v.MaxAmount)
	say(v.AmountStep > 0 && (v.MinAmount%v.AmountStep != 0 || v.MaxAmount%v.AmountStep != 0), "the minimum %d and the maximum %d must be multiples of the step %d", v.MinAmount, v.MaxAmount, v.AmountStep)
	say(len(v.TermsDays) == 0, "it has no term")
	say(v.AnnualRateBps > r.Landing.MaxRateBps, "annual rate of %d bps: landing and home page promise at most %d (landing.maxRateBps of the region)", v.AnnualRateBps, r.Landing.MaxRateBps)
	say((v.ExtensionMax > 0) != (v.ExtensionDays > 0), "%d extensions of %d days: both must be zero, or neither", v.ExtensionMax, v.ExtensionDays)
	say(!permutation(v.AllocationOrder, r.AllocationOrder), "allocation order %v does not name each of %v once", v.AllocationOrder, r.AllocationOrder)
	wrong = append(wrong, lawful(v, l, r, apr))
	return errors.Join(wrong...)
}

// Lawful returns an error if a saved product must not be lent any more, because its lender has changed or a later release has
// lowered a cap.
func (p Product) Lawful(price Pricer) error {
	r := region.Get(p.Region)
	if r == nil {
		return fmt.Errorf("%w: there is no region %q", ErrInvalid, p.Region)
	}
	apr, err := price(p.Current)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return lawful(p.Current, p.Lender, r, apr)
}

// lawful is the part of Check that can fail later for a saved product.
func lawful(v Version, l Lender, r *region.Region, apr int64) error {
	var wrong []error
	if l.Region != r.Code {
		wrong = append(wrong, fmt.Errorf("%w: lender %s is not of region %s", ErrInvalid, l.Code, r.Code))
	}
	if v.Currency != r.Currency {
		wrong = append(wrong, fmt.Errorf("%w: currency %s is not %s", ErrInvalid, v.Currency, r.Currency))
	}
	return errors.Join(append(wrong, overCaps(v, l, r, apr)...)...)
}

// overCaps compares rates, amounts and terms with the region's caps for this type of lender. A type without a cap must not lend.
func overCaps(v Version, l Lender, r *region.Region, apr int64) []error {
	caps := r.CapsFor(l.Type)
	if len(caps) == 0 {
		return []error{fmt.Errorf("%w: region %s has no lender type %q", ErrInvalid, r.Code, l.Type)}
	}
	var wrong []error
	for _, c := range caps {
		figure := v.AnnualRateBps
		if c.Basis == region.AllInAPR {
			figure = apr
		}
		if figure > c.Bps {
			wrong = append(wrong, fmt.Errorf("%w: %s rate of %d bps is above the cap of %d bps (%s)", ErrInvalid, c.Basis, figure, c.Bps, c.Source))
		}
	}
	penalty := r.LatePenaltyCap
	if penalty.OfRateBps > 0 && v.OverdueFeeBpsDay*365*10_000 > v.AnnualRateBps*penalty.OfRateBps {
		wrong = append(wrong, fmt.Errorf("%w: overdue fee of %d bps a day is above %d bps of the contract rate (%s)", ErrInvalid, v.OverdueFeeBpsDay, penalty.OfRateBps, penalty.Source))
	}
	if others := chargesWithinCap(v, penalty); penalty.OfPrincipalBps > 0 && v.OverdueFeeCapBps+others > penalty.OfPrincipalBps {
		wrong = append(wrong, fmt.Errorf("%w: overdue fees up to %d bps of principal, plus %d bps of other charges that count, are above %d bps (%s)",
			ErrInvalid, v.OverdueFeeCapBps, others, penalty.OfPrincipalBps, penalty.Source))
	}
	return append(wrong, overLoanCap(v, r.LoanCapOf(l.Type))...)
}

// overLoanCap compares the largest amount, and each term including all extensions, with the caps for this type of lender.
func overLoanCap(v Version, most region.LoanCap) []error {
	var wrong []error
	if largest := most.LargestLoan(); largest > 0 && v.MaxAmount > largest {
		wrong = append(wrong, fmt.Errorf("%w: amounts up to %d are above the cap of %d (%s)", ErrInvalid, v.MaxAmount, largest, most.Source))
	}
	for _, days := range v.TermsDays {
		if most.MaxTermDays > 0 && days+v.ExtensionMax*v.ExtensionDays > most.MaxTermDays {
			wrong = append(wrong, fmt.Errorf("%w: a term of %d days with %d extensions of %d is above the cap of %d days (%s)",
				ErrInvalid, days, v.ExtensionMax, v.ExtensionDays, most.MaxTermDays, most.Source))
		}
	}
	return wrong
}

func permutation(order, all []string) bool {
	a, b := slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(all))
	return slices.Equal(a, b)
}
