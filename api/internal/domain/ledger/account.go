package ledger

import "strings"

// Account is an account of the chart of accounts. The table ledger_account holds the same list.
type Account string

// Asset accounts: one receivable per component of what the borrower owes, and the bank account.
const (
	PrincipalReceivable    Account = "principal_receivable"
	InterestReceivable     Account = "interest_receivable"
	ServiceFeeReceivable   Account = "service_fee_receivable"
	AccountFeeReceivable   Account = "account_fee_receivable"
	ExtensionFeeReceivable Account = "extension_fee_receivable"
	OverdueFeeReceivable   Account = "overdue_fee_receivable"
	LateFeeReceivable      Account = "late_fee_receivable"
	// PayerReceivable is what a payer owes us after the same money was returned to them twice. It belongs to no loan.
	PayerReceivable Account = "payer_receivable"
	Bank            Account = "bank"
)

// Liability accounts: money that we hold for others.
const (
	Overpayment Account = "overpayment"
	Suspense    Account = "suspense"
)

// Income accounts, one per kind of charge.
const (
	InterestIncome        Account = "interest_income"
	FrontServiceFeeIncome Account = "front_service_fee_income"
	ServiceFeeIncome      Account = "service_fee_income"
	AccountFeeIncome      Account = "account_fee_income"
	ExtensionFeeIncome    Account = "extension_fee_income"
	OverdueFeeIncome      Account = "overdue_fee_income"
	LateFeeIncome         Account = "late_fee_income"
)

// BankFeeExpense is the fee that a bank kept from one of our transfers that was returned.
const BankFeeExpense Account = "bank_fee_expense"

// Accounts lists every account of the chart.
var Accounts = []Account{
	PrincipalReceivable, InterestReceivable, ServiceFeeReceivable, AccountFeeReceivable, ExtensionFeeReceivable,
	OverdueFeeReceivable, LateFeeReceivable, PayerReceivable, Bank, Overpayment, Suspense, InterestIncome, FrontServiceFeeIncome,
	ServiceFeeIncome, AccountFeeIncome, ExtensionFeeIncome, OverdueFeeIncome, LateFeeIncome,
	BankFeeExpense,
}

// Receivable returns the account that holds the debt of a component ("late_fee", "interest", "principal").
func Receivable(component string) Account { return Account(component + "_receivable") }

// Income returns the income account of a component. There is none for principal.
func Income(component string) Account { return Account(component + "_income") }

// IsReceivable reports whether the account holds what a borrower owes.
func (a Account) IsReceivable() bool { return strings.HasSuffix(string(a), "_receivable") }
