// Package region contains what differs between countries: phone and ID rules, currency, calendar, lists of the forms, banks,
// areas, legal caps. Everything is read from the files under data/; no code branches on the country. Legal figures in those
// files are configuration that counsel checks again before a launch.
package region

import (
	"fmt"
	"regexp"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// PayCodeKind is the method that identifies which loan a payment is for.
type PayCodeKind string

// The payment codes.
const (
	VietQR    PayCodeKind = "vietqr"
	PromptPay PayCodeKind = "promptpay"
	// VirtualAccount gives each payment its own account number, for regions whose banking apps cannot read a code that we could
	// generate: loans are repaid by transfer to that account.
	VirtualAccount PayCodeKind = "virtual_account"
)

// Region is one country's configuration. Amounts are in minor units of Currency (the file has whole units). It is shared by all
// requests and must not be changed.
type Region struct {
	// Code is the name in the specification: vi, cn, id, th, gh.
	Code string `yaml:"code"`
	// ISO is the ISO 3166 code, which libphonenumber uses.
	ISO       string      `yaml:"iso"`
	Name      Label       `yaml:"name"`
	Languages []lang.Lang `yaml:"languages"`

	// AreaCode is the dialling code including the plus, "+84".
	AreaCode string `yaml:"areaCode"`
	// MaxPhoneLength is the maximum number of digits of the national form, including the leading 0.
	MaxPhoneLength   int    `yaml:"maxPhoneLength"`
	ForceLeadingZero bool   `yaml:"forceLeadingZero"`
	PhonePlaceholder string `yaml:"phonePlaceholder"`
	// LandingPhone is the strict check of the landing page (specification 5), applied to digits only.
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
	// AccountNumber is the format of bank account numbers; card numbers have the same format in all regions.
	AccountNumber AccountNumber `yaml:"accountNumber"`
	Passbook      bool          `yaml:"passbookPhoto"`
	Banks         []Bank        `yaml:"-"`
	// CarrierCheck is the verification of the phone number with its mobile carrier.
	CarrierCheck CarrierCheck `yaml:"-"`

	PayCode PayCodeKind `yaml:"payCode"`
	// PaycodeMin is the minimum amount of a payment by code.
	PaycodeMin int64 `yaml:"paycodeMin"`
	// ReturnFeeMax is the maximum that a bank is assumed to deduct as its fee from a returned transfer.
	ReturnFeeMax int64 `yaml:"returnFeeMax"`
	// AllocationOrder is the default order in which a payment settles what is owed; a product may override it.
	AllocationOrder []string    `yaml:"allocationOrder"`
	Caps            []Cap       `yaml:"caps"`
	LoanCaps        []LoanCap   `yaml:"loanCaps"`
	LatePenaltyCap  LatePenalty `yaml:"latePenaltyCap"`

	// DailyApplyLimit is how many applications a borrower may submit per business date, and how many offers they may confirm
	// per business date. The confirmations are limited separately because offers stay open for days.
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

// AmountRange is a minimum and a maximum, both inclusive.
type AmountRange struct {
	Min int64 `yaml:"min"`
	Max int64 `yaml:"max"`
}

// AmountRanges are the approval ranges of specification 9, for members on the allow-list and for everyone else. The range shown
// is that of the product, capped at the list's maximum, and no application may exceed it. The list's minimum is not a minimum
// loan: landing pages advertise 2,000,000 to all, products begin there, Thailand and China allow no loan as large as the list's
// minimum, and nobody has to borrow more than they need. The minimum bounds how far a cancellation lowers a credit limit.
type AmountRanges struct {
	White    AmountRange `yaml:"white"`
	NonWhite AmountRange `yaml:"nonWhite"`
}

// Landing is what a landing page may claim. The figures come from the operator, each with its basis and its date.
type Landing struct {
	Amount AmountRange `yaml:"amount"`
	// FirstMax is the largest loan for a new borrower; it is not in the region's file but derived from the market.
	FirstMax int64 `yaml:"-"`
	MinDays  int   `yaml:"minDays"`
	MaxDays  int   `yaml:"maxDays"`
	// MaxRateBps is the highest nominal annual rate.
	MaxRateBps int64 `yaml:"maxRateBps"`
	// MaxAprBps is the highest annual percentage rate, including every fee, of a loan that is repaid on time: rules of app
	// stores and advertising platforms require it.
	MaxAprBps int64 `yaml:"maxAprBps"`
	// ApprovalRate is the percentage as printed, "98.9".
	ApprovalRate  string     `yaml:"approvalRate"`
	ApprovalBasis Label      `yaml:"approvalBasis"`
	ApprovalAsOf  money.Date `yaml:"approvalAsOf"`
	// ApprovalAbove is the percentage in other texts ("above 80 %"), with its basis.
	ApprovalAbove      string     `yaml:"approvalAbove"`
	ApprovalAboveBasis Label      `yaml:"approvalAboveBasis"`
	ApprovalAboveAsOf  money.Date `yaml:"approvalAboveAsOf"`
	// Institutions is the number of lenders.
	Institutions      int        `yaml:"institutions"`
	InstitutionsBasis Label      `yaml:"institutionsBasis"`
	InstitutionsAsOf  money.Date `yaml:"institutionsAsOf"`
}

// check validates the advertising: each claim needs a basis and a date, and the advertised APR must not exceed the caps.
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

// AmountIcon returns the currency symbol.
func (r *Region) AmountIcon() string { return r.Currency.Symbol() }

// Today returns the region's business date at an instant.
func (r *Region) Today(now time.Time) money.Date { return money.DateOf(now.In(r.TimeZone)) }
