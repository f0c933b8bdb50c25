package ledger

import "strings"

// Account is an account of the chart that the table ledger_account holds.
type Account string

// Assets: what the borrower owes by component, and the bank where money lies.
const (
	PrincipalReceivable    Account = "principal_receivable"
	InterestReceivable     Account = "interest_receivable"
	ServiceFeeReceivable   Account = "service_fee_receivable"
	AccountFeeReceivable   Account = "account_fee_receivable"
	ExtensionFeeReceivable Account = "extension_fee_receivable"
	OverdueFeeReceivable   Account = "overdue_fee_receivable"
	LateFeeReceivable      Account = "late_fee_receivable"
	// PayerReceivable is what a payer owes us who has had the same money twice. It belongs to no loan.
	PayerReceivable Account = "payer_receivable"
	Bank            Account = "bank"
)

// Liabilities: money that is not ours to keep.
const (
	Overpayment Account = "overpayment"
	Suspense    Account = "suspense"
)

// Income, one account for each thing that is charged.
const (
	InterestIncome        Account = "interest_income"
	FrontServiceFeeIncome Account = "front_service_fee_income"
	ServiceFeeIncome      Account = "service_fee_income"
	AccountFeeIncome      Account = "account_fee_income"
	ExtensionFeeIncome    Account = "extension_fee_income"
	OverdueFeeIncome      Account = "overdue_fee_income"
	LateFeeIncome         Account = "late_fee_income"
)

// BankFeeExpense is what a bank kept of a transfer of ours that came back.
const BankFeeExpense Account = "bank_fee_expense"

// Accounts is the whole chart.
var Accounts = []Account{
	PrincipalReceivable, InterestReceivable, ServiceFeeReceivable, AccountFeeReceivable, ExtensionFeeReceivable,
	OverdueFeeReceivable, LateFeeReceivable, PayerReceivable, Bank, Overpayment, Suspense, InterestIncome, FrontServiceFeeIncome,
	ServiceFeeIncome, AccountFeeIncome, ExtensionFeeIncome, OverdueFeeIncome, LateFeeIncome,
	BankFeeExpense,
}

// Receivable is the account on which a component of a debt ("late_fee", "interest", "principal") is owed.
func Receivable(component string) Account { return Account(component + "_receivable") }

// Income is the account to which a component of a debt is charged. Principal has none.
func Income(component string) Account { return Account(component + "_income") }

// IsReceivable reports whether the account holds what a borrower owes.
func (a Account) IsReceivable() bool { return strings.HasSuffix(string(a), "_receivable") }
