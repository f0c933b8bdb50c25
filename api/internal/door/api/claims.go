package api

import (
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// claimTexts say what a figure counts.
var claimTexts = map[string]region.Label{
	"approval": {
		CN: "资料齐全的申请获批", VI: "hồ sơ đầy đủ được duyệt", TH: "คำขอที่เอกสารครบถ้วนได้รับอนุมัติ", EN: "of complete applications approved",
	},
	"above": {CN: "的申请获批", VI: "hồ sơ được duyệt", TH: "ของคำขอได้รับอนุมัติ", EN: "of applications approved"},
	"institutions": {
		CN: "家放款机构", VI: "bên cho vay", TH: "ผู้ให้กู้", EN: "lenders",
	},
}

// above writes "over 80 %".
var above = region.Label{CN: "N以上", VI: "Trên N", TH: "มากกว่า N", EN: "Over N"}

// percent writes a percentage as it is configured ("98.9") with the language's decimal point.
func percent(figure string, in lang.Lang) string {
	if in == lang.VI {
		figure = strings.Replace(figure, ".", ",", 1)
	}
	return figure + "%"
}

// ClaimsOf lists the operator's figures, each with its basis and date; one that is not configured is not claimed.
func ClaimsOf(l region.Landing, in lang.Lang) []contract.Claim {
	claims := []contract.Claim{}
	add := func(made bool, figure, text string, basis region.Label, asOf money.Date) {
		if made {
			claims = append(claims, contract.Claim{
				Figure: figure, Text: claimTexts[text].In(in), Basis: basis.In(in), AsOf: asOf,
			})
		}
	}
	add(l.ApprovalRate != "", percent(l.ApprovalRate, in), "approval", l.ApprovalBasis, l.ApprovalAsOf)
	add(l.ApprovalAbove != "", strings.Replace(above.In(in), "N", percent(l.ApprovalAbove, in), 1), "above", l.ApprovalAboveBasis, l.ApprovalAboveAsOf)
	add(l.Institutions > 0, strconv.Itoa(l.Institutions), "institutions", l.InstitutionsBasis, l.InstitutionsAsOf)
	return claims
}
