package api

import (
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// claimTexts say what a figure counts. Over is the format of a figure that is exceeded, with {figure}.
type claimTexts struct{ Approval, Above, Institutions, Over string }

var claimTextsByLang = texts.Group[claimTexts]("claim")

// percent formats a configured percentage ("98.9") with the language's decimal separator.
func percent(figure string, in lang.Lang) string {
	if in == lang.VI {
		figure = strings.Replace(figure, ".", ",", 1)
	}
	return figure + "%"
}

// ClaimsOf lists the operator's figures, each with its basis and date. A figure that is not configured is left out.
func ClaimsOf(l region.Landing, in lang.Lang) []contract.Claim {
	claims, w := []contract.Claim{}, claimTextsByLang.In(in)
	add := func(made bool, figure, text string, basis region.Label, asOf money.Date) {
		if made {
			claims = append(claims, contract.Claim{
				Figure: figure, Text: text, Basis: basis.In(in), AsOf: asOf,
			})
		}
	}
	add(l.ApprovalRate != "", percent(l.ApprovalRate, in), w.Approval, l.ApprovalBasis, l.ApprovalAsOf)
	add(l.ApprovalAbove != "", strings.Replace(w.Over, "{figure}", percent(l.ApprovalAbove, in), 1), w.Above, l.ApprovalAboveBasis, l.ApprovalAboveAsOf)
	add(l.Institutions > 0, strconv.Itoa(l.Institutions), w.Institutions, l.InstitutionsBasis, l.InstitutionsAsOf)
	return claims
}
