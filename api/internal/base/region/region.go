// Package region holds what differs from country to country: phone and ID rules, currency, calendar, lists of the
// forms, banks, areas, legal caps. Everything is read from the files under data/; no code asks which country it is.
// Legal figures in those files are configuration that counsel re-checks before a launch.
package region

import (
	"fmt"
	"regexp"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// PayCodeKind is what tells a payment for one loan from all others.
type PayCodeKind string

// The payment codes.
const (
	VietQR    PayCodeKind = "vietqr"
	PromptPay PayCodeKind = "promptpay"
	// VirtualAccount is an account number of its own for each payment, where applications of banks read no code that we could
	// make: loans are repaid by transfer to it.
	VirtualAccount PayCodeKind = "virtual_account"
)

// Region is one country's configuration. Amounts are minor units of Currency (the file gives whole units). It is
// shared by all requests: never change one.
type Region struct {
	// Code is the specification's name: vi, cn, id, th, gh.
	Code string `yaml:"code"`
	// ISO is the ISO 3166 code, which libphonenumber goes by.
	ISO       string      `yaml:"iso"`
	Name      Label       `yaml:"name"`
	Languages []lang.Lang `yaml:"languages"`

	// AreaCode is the dialling code with its plus, "+84".
	AreaCode string `yaml:"areaCode"`
	// MaxPhoneLength counts the digits of the national form, the leading 0 included.
	MaxPhoneLength   int    `yaml:"maxPhoneLength"`
	ForceLeadingZero bool   `yaml:"forceLeadingZero"`
	PhonePlaceholder string `yaml:"phonePlaceholder"`
	// LandingPhone is the strict check of the landing page (specification 5), on digits alone.
	LandingPhone  *regexp.Regexp `yaml:"-"`
	SMSCodeLength int            `yaml:"smsCodeLength"`

	Currency     money.Currency `yaml:"currency"`
	TimeZone     *time.Location `yaml:"-"`
	WeeklyRest   []string       `yaml:"weeklyRest"`
	Holidays     []Holiday      `yaml:"holidays"`
	WorkingDays  []money.Date   `yaml:"workingDays"`
	AreaLevels   []Label        `yaml:"areaLevels"`
	IDRule       string         `yaml:"idRule"`
	IDLabel      Label          `yaml:"idNumberLabel"`
	MinAge       int            `yaml:"minAge"`
	IncomeBands  []Band         `yaml:"incomeBands"`
	AccountAgain bool           `yaml:"accountNumberAgain"`
	// AccountNumber is what an account's number looks like; a card's is the same everywhere.
	AccountNumber AccountNumber `yaml:"accountNumber"`
	Passbook      bool          `yaml:"passbookPhoto"`
	Banks         []Bank        `yaml:"-"`
	// CarrierCheck is the verification of the number with its mobile carrier.
	CarrierCheck CarrierCheck `yaml:"-"`

	PayCode PayCodeKind `yaml:"payCode"`
	// PaycodeMin is the least amount of a payment by code.
	PaycodeMin int64 `yaml:"paycodeMin"`
	// ReturnFeeMax is the most that a bank is believed to keep as its fee of a transfer that comes back.
	ReturnFeeMax int64 `yaml:"returnFeeMax"`
	// AllocationOrder is the default order in which a payment settles what is owed; a product may differ.
	AllocationOrder []string    `yaml:"allocationOrder"`
	Caps            []Cap       `yaml:"caps"`
	LoanCaps        []LoanCap   `yaml:"loanCaps"`
	LatePenaltyCap  LatePenalty `yaml:"latePenaltyCap"`

	// DailyApplyLimit is how many applications a borrower may make on one business date, and how many offers they may
	// confirm on one: offers wait for days.
	DailyApplyLimit int `yaml:"dailyApplyLimit"`
	// DefaultLimit is the credit limit of a new borrower.
	DefaultLimit  int64         `yaml:"defaultLimit"`
	ReminderHours ReminderHours `yaml:"reminderHours"`
	Reminders     Reminders     `yaml:"reminders"`
	Service       Service       `yaml:"service"`
	HomeSample    HomeSample    `yaml:"homeSample"`
	ProductList   AmountRanges  `yaml:"productList"`
	Landing       Landing       `yaml:"landing"`

	areas    func() *areaIndex
	restDays map[time.Weekday]bool
	closed   map[money.Date]bool
	open     map[money.Date]bool
}

// AmountRange is a pair of bounds, both included.
type AmountRange struct {
	Min int64 `yaml:"min"`
	Max int64 `yaml:"max"`
}

// AmountRanges are the approval ranges of specification 9: what a member on the allow-list, and everyone else, is
// approved for. A range on the screen is that of the product cut at the list's maximum, and no application goes beyond
// it. The list's minimum is no smallest loan: landing pages advertise 2,000,000 to all, products begin there, Thailand
// and China allow no loan as large as the list's minimum, and nobody is made to borrow more than they need. It bounds
// what a cancellation takes from a limit.
type AmountRanges struct {
	White    AmountRange `yaml:"white"`
	NonWhite AmountRange `yaml:"nonWhite"`
}

// Landing is what a landing page may claim. The figures are the operator's: each names its basis and its date.
type Landing struct {
	Amount AmountRange `yaml:"amount"`
	// FirstMax is the most that somebody new is lent; no region's file says it, the market does.
	FirstMax int64 `yaml:"-"`
	MinDays  int   `yaml:"minDays"`
	MaxDays  int   `yaml:"maxDays"`
	// MaxRateBps is the highest nominal annual rate.
	MaxRateBps int64 `yaml:"maxRateBps"`
	// MaxAprBps is the highest annual percentage rate of a loan repaid on time, with every fee: rules of stores and
	// advertisers ask for it.
	MaxAprBps int64 `yaml:"maxAprBps"`
	// ApprovalRate is a percentage as it is printed, "98.9".
	ApprovalRate  string     `yaml:"approvalRate"`
	ApprovalBasis Label      `yaml:"approvalBasis"`
	ApprovalAsOf  money.Date `yaml:"approvalAsOf"`
	// ApprovalAbove is the percentage that other texts name ("above 80 %"), with what it rests on.
	ApprovalAbove      string     `yaml:"approvalAbove"`
	ApprovalAboveBasis Label      `yaml:"approvalAboveBasis"`
	ApprovalAboveAsOf  money.Date `yaml:"approvalAboveAsOf"`
	// Institutions is the number of lenders.
	Institutions      int        `yaml:"institutions"`
	InstitutionsBasis Label      `yaml:"institutionsBasis"`
	InstitutionsAsOf  money.Date `yaml:"institutionsAsOf"`
}

// check holds an advertisement to the rules: a figure without basis and date is no claim, and no loan that is
// advertised costs more than the caps allow.
func (l Landing) check(r *Region) error {
	for _, claim := range []struct {
		made  bool
		basis Label
		asOf  money.Date
	}{
		{l.ApprovalRate != "", l.ApprovalBasis, l.ApprovalAsOf},
		{l.ApprovalAbove != "", l.ApprovalAboveBasis, l.ApprovalAboveAsOf},
		{l.Institutions > 0, l.InstitutionsBasis, l.InstitutionsAsOf},
	} {
		if claim.made && (!claim.basis.Complete() || claim.asOf.IsZero()) {
			return fmt.Errorf("an advertised figure lacks its basis or its date")
		}
	}
	if l.MinDays < 1 || l.MaxDays < l.MinDays || l.MaxAprBps <= 0 {
		return fmt.Errorf("the landing page lacks its days or its highest APR")
	}
	highest := int64(0)
	for _, c := range r.Caps {
		if c.Basis == AllInAPR {
			highest = max(highest, c.Bps)
		}
	}
	if highest > 0 && l.MaxAprBps > highest {
		return fmt.Errorf("the landing page advertises an APR of %d bps above the cap of %d", l.MaxAprBps, highest)
	}
	return nil
}

// AmountIcon is the currency's sign.
func (r *Region) AmountIcon() string { return r.Currency.Symbol() }

// Today is the region's business date at an instant.
func (r *Region) Today(now time.Time) money.Date { return money.DateOf(now.In(r.TimeZone)) }
