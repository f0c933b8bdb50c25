package api

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
)

func loanCalls(a *API) {
	server.ReadOnly(a.Server, "loanList", a.LoanList)
	server.ReadOnly(a.Server, "loanDetail", a.LoanDetail)
	server.ReadOnly(a.Server, "loanQuote", a.loanQuote)
	server.ReadOnly(a.Server, "loanContract", a.loanContract)
	server.Keyed(a.Server, "loanApply", a.rateLimit(keyedCalls), a.loanApply)
}

// LoanList returns a page of the product list.
func (a *API) LoanList(ctx context.Context, c server.Caller, req contract.PageRequest) (contract.ProductListData, error) {
	page, err := a.Services.Products.List(ctx, c.Borrower(), server.Optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.ProductListData{}, err
	}
	data := contract.ProductListData{
		Groups: []contract.ProductGroup{}, CreditLimit: page.CreditLimit, CreditAvailable: page.Available,
		Currency: string(c.Region.Currency), NextCursor: page.Next,
	}
	for _, listed := range page.Products {
		group := listed.Eligibility.Group
		if n := len(data.Groups); n == 0 || data.Groups[n-1].Group != int(group) {
			data.Groups = append(data.Groups, contract.ProductGroup{Group: int(group), Title: group.Title(c.Lang, page.Overdue)})
		}
		last := &data.Groups[len(data.Groups)-1]
		last.Products = append(last.Products, productCard(listed, c))
	}
	return data, nil
}

// LoanDetail returns one product with a first quote.
func (a *API) LoanDetail(ctx context.Context, c server.Caller, req contract.ProductRequest) (contract.ProductDetailData, error) {
	d, err := a.Services.Products.Detail(ctx, c.Borrower(), req.LoanID)
	if err != nil {
		return contract.ProductDetailData{}, err
	}
	v := d.Product.Current
	data := contract.ProductDetailData{
		Product: productCard(d.Listed, c), AmountStep: v.AmountStep, ContractVersion: v.ContractVersion,
		Quote: quoteOf(pricing.Terms(d.Product, c.Region), d.Quote), Missing: d.View.Missing(), Repeat: d.View.Repeat(), DailyLimitReached: d.View.DailyLimitReached(),
		Fees: contract.FeeTerms{
			FrontServiceFeeBps: int(v.FrontServiceFeeBps), ServiceFeeBps: int(v.ServiceFeeBps), AccountFeeFlat: v.AccountFeeFlat,
			AccountFeeBps: int(v.AccountFeeBps), LateFee: v.LateFee, GraceDays: v.GraceDays, OverdueFeeBpsDay: int(v.OverdueFeeBpsDay),
			OverdueFeeCapBps: int(v.OverdueFeeCapBps), ExtensionFeeBps: int(v.ExtensionFeeBps), ExtensionDays: v.ExtensionDays,
			ExtensionMax: v.ExtensionMax, ExtensionOverdueDays: v.ExtensionOverdueDays, ExtensionUnpaid: v.ExtensionUnpaid,
		},
	}
	if data.DailyLimitReached {
		reset := d.View.ResetAt().UTC()
		data.ResetAt = &reset
	}
	return data, nil
}

func (a *API) loanQuote(ctx context.Context, c server.Caller, req contract.QuoteRequest) (contract.Quote, error) {
	terms, q, err := a.Services.Products.Quote(ctx, c.Borrower(), req.LoanID, req.Amount, req.TermDays)
	return quoteOf(terms, q), err
}

func (a *API) loanContract(ctx context.Context, c server.Caller, req contract.QuoteRequest) (contract.ContractData, error) {
	text, err := a.Services.Products.Agreement(ctx, c.Borrower(), req.LoanID, req.Amount, req.TermDays)
	return contractData(text), err
}

func (a *API) loanApply(ctx context.Context, c server.Caller, req contract.ApplyRequest) (contract.OrderRef, error) {
	ref, err := a.Services.Apply.Do(ctx, c.Borrower(), apply.Request{
		ProductID: req.LoanID, Amount: req.Amount, TermDays: req.TermDays, BankCardID: req.BankCardID,
		AgreementHash: req.ContractHash, Accepted: req.ContractAccepted, Purpose: server.Optional(req.Purpose),
	})
	return orderRef(ref), err
}

func productCard(l products.Listed, c server.Caller) contract.ProductCard {
	v := l.Product.Current
	card := contract.ProductCard{
		LoanID: l.Product.ID, Name: v.Name, LenderName: l.Product.Lender.Name, Licence: l.Product.Lender.Licence,
		Currency: string(v.Currency), MinAmount: v.MinAmount, MaxAmount: l.Eligibility.MaxAmount, TermsDays: v.TermsDays,
		AnnualRateBps: int(v.AnnualRateBps), AprBps: int(l.APRBps), Group: contract.ProductCardGroup(l.Eligibility.Group),
		OneStep: v.OneStep, OrderID: (*uuid.UUID)(l.Eligibility.OrderID), AvailableAt: utc(l.Eligibility.AvailableAt),
	}
	if l.Eligibility.Why != nil {
		card.Reason, card.ReasonCode = l.Eligibility.Why.Text(c.Lang), l.Eligibility.Why.Reason.Code()
	}
	return card
}

func quoteOf(t loan.Terms, q loan.Quote) contract.Quote {
	return contract.Quote{
		Amount: q.Amount, Currency: string(q.Currency), TermDays: q.TermDays, InterestDays: q.Days(), ActualReceived: q.ActualReceived,
		FrontServiceFee: q.FrontServiceFee, Interest: q.Interest, ServiceFee: q.ServiceFee, AccountFee: q.AccountFee,
		TotalToRepay: q.TotalToRepay, DueDate: q.DueDate, AnnualRateBps: int(t.AnnualRateBps), AprBps: int(q.APRBps),
		EffectiveAprBps: int(q.EffectiveAPRBps), OverdueFeeBpsDay: int(t.OverdueFeeBpsDay), OverdueFeeCapBps: int(t.OverdueFeeCapBps),
		LateFee: t.LateFee, GraceDays: t.GraceDays,
	}
}

func orderRef(ref loan.Ref) contract.OrderRef {
	return contract.OrderRef{OrderID: ref.ID, OrderNo: ref.OrderNo, Status: int(ref.Status)}
}
