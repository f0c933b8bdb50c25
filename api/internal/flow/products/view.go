package products

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// View is everything that determines what a borrower may borrow, read at one moment.
type View struct {
	Now      time.Time
	Today    money.Date
	Credit   credit.Record
	Activity loan.Activity
	Verified kyc.VerifiedData
	// Carrier is the verification with the mobile carrier; read only if the region requires it.
	Carrier *carrier.Verification

	who borrower.Borrower
}

// ViewOf reads the view. A visitor's view holds no personal data and shows what a new borrower would get.
func ViewOf(who borrower.Borrower, now time.Time) postgres.Query[View] {
	return view(who, now, credit.RecordOf(credit.Initial(who.ID, who.Region, who.WhiteListed), now))
}

// LockView reads the view and locks the borrower's credit until the transaction ends, so that a decision based on it
// stays valid.
func LockView(who borrower.Borrower, now time.Time) postgres.Query[View] {
	return view(who, now, credit.LockRecord(credit.Initial(who.ID, who.Region, who.WhiteListed), now))
}

func view(who borrower.Borrower, now time.Time, recordOf postgres.Query[credit.Record]) postgres.Query[View] {
	return postgres.Combine("products: view", func(b *pgx.Batch) func() (View, error) {
		v := View{Now: now, Today: who.Region.Today(now), who: who}
		if who.Visitor() {
			return func() (View, error) { return v, nil }
		}
		record, activity, verified := recordOf.Queue(b), loan.ActivityOf(who.ID, v.Today).Queue(b), kyc.VerifiedDataOf(who.ID).Queue(b)
		var number *postgres.Answer[carrier.Verification]
		if who.Region.CarrierCheck.Required {
			number = carrier.VerificationOf(who.ID, who.DeviceID, now).Queue(b)
		}
		return func() (View, error) {
			v.Credit, v.Activity, v.Verified = record.Get(), activity.Get(), verified.Get()
			if number != nil {
				proved := number.Get()
				v.Carrier = &proved
			}
			return v, nil
		}
	})
}

// Missing returns the verification topics that are still to be done.
func (v *View) Missing() []string {
	if v.who.Visitor() {
		return []string{}
	}
	missing := append([]string{}, v.Verified.Missing...)
	if !v.Verified.HasCard {
		missing = append(missing, string(kyc.BankCard))
	}
	if v.CarrierMissing() {
		missing = append(missing, string(kyc.Opt))
	}
	return missing
}

// CarrierMissing reports whether the region requires a number verified by its carrier and it is not.
func (v *View) CarrierMissing() bool { return v.Carrier != nil && !v.Carrier.Proved() }

// Available returns the unused part of the credit limit, in minor units; never negative.
func (v *View) Available() int64 {
	if v.who.Visitor() {
		return 0
	}
	return max(0, v.Credit.Limit-v.Activity.Committed())
}

// Eligibility returns the eligibility of the borrower for a product.
func (v *View) Eligibility(p product.Product) product.Eligibility {
	return product.Evaluate(p.Criteria(pricing.PricerOf(p)), v.viewer(), v.Now, v.who.Region.TimeZone)
}

// evaluateAll returns the eligibility of the borrower for many products, without products that would be unlawful to
// advertise.
func (v *View) evaluateAll(all []product.Criteria) []product.Placed {
	viewer := v.viewer()
	placed := make([]product.Placed, 0, len(all))
	for _, c := range all {
		e := product.Evaluate(c, viewer, v.Now, v.who.Region.TimeZone)
		if c.Unlawful && e.Group == product.Unavailable {
			continue
		}
		placed = append(placed, product.Placed{Criteria: c, Eligibility: e})
	}
	return placed
}

// overdue reports whether a loan of the borrower is overdue.
func (v *View) overdue() bool {
	return slices.ContainsFunc(v.Activity.Open, func(o loan.Summary) bool { return o.Overdue })
}

// Repeat reports whether the borrower has repaid a loan before.
func (v *View) Repeat() bool {
	return !v.who.Visitor() && v.Activity.SettledOnTime+v.Activity.SettledLate > 0
}

// DailyLimitReached reports whether the borrower can make no more applications today.
func (v *View) DailyLimitReached() bool {
	return !v.who.Visitor() && v.Activity.AppliedToday >= v.who.Region.DailyApplyLimit
}

// ResetAt returns when the daily count resets: midnight in the region.
func (v *View) ResetAt() time.Time { return resetAt(v.who.Region, v.Today) }

// DailyLimit returns the refusal of one more application, or confirmation, on a business date.
func DailyLimit(r *region.Region, today money.Date) *reason.Error {
	reset := resetAt(r, today)
	return reason.New(reason.DailyLimit, "time", reset.Format("15:04"), "date", money.DateOf(reset)).Until(reset)
}

func resetAt(r *region.Region, today money.Date) time.Time { return today.AddDays(1).In(r.TimeZone) }

func (v *View) viewer() product.Viewer {
	if v.who.Visitor() {
		initial := credit.Initial(v.who.ID, v.who.Region, false)
		return product.Viewer{Limit: initial.Limit, Score: initial.Score, Most: v.who.Region.ProductList.NonWhite.Max}
	}
	orders := make([]product.OpenOrder, len(v.Activity.Open))
	for i, g := range v.Activity.Open {
		orders[i] = product.OpenOrder{ID: g.ID, ProductID: g.ProductID, Running: g.Running, Overdue: g.Overdue}
	}
	amounts := v.who.Region.ProductList.NonWhite
	if v.who.WhiteListed {
		amounts = v.who.Region.ProductList.White
	}
	return product.Viewer{
		WhiteListed: v.who.WhiteListed, Most: amounts.Max, Ready: len(v.Missing()) == 0, Limit: v.Available(), Score: v.Credit.Score,
		Debt: v.Activity.Committed(), Orders: orders, Frozen: v.Credit.Frozen,
	}
}
