package document

import "github.com/loanmarket/loanmarket/api/internal/base/texts"

// statementTexts are the texts of statements.
type statementTexts struct {
	Title, Borrower, IDNumber, Whole, Nothing, Foot string

	Opening, Charged, Paid, Closing string

	Order, Lender, Posted, Value, What, Serial, Currency string
	// Kinds are the borrower-facing names of the journal's transaction kinds.
	Kinds map[string]string
}

var statementTextsByLang = texts.Group[statementTexts]("statement")
