package http

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/offer"
)

func loanCalls(s *Server) {
	call(s, "loanList", s.loanList)
	call(s, "loanDetail", s.loanDetail)
	call(s, "loanQuote", s.loanQuote)
	call(s, "loanContract", s.loanContract)
	call(s, "loanApply", s.loanApply)
}

// Borrower is the caller as flows see her.
func (c Caller) Borrower() borrower.Borrower {
	return borrower.Borrower{
		ID: c.MemberID, DeviceID: c.DeviceID, Phone: c.Phone, WhiteListed: c.WhiteListed, Region: c.Region,
		AppProductID: c.AppProductID, Lang: c.Lang, Idem: c.Idem,
	}
}

func (s *Server) loanList(ctx context.Context, c Caller, req contract.PageRequest) (contract.ProductListData, error) {
	page, err := s.services.Offers.List(ctx, c.Borrower(), optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.ProductListData{}, err
	}
	data := contract.ProductListData{
		Groups: []contract.ProductGroup{}, CreditLimit: page.CreditLimit, Currency: string(c.Region.Currency), NextCursor: page.Next,
	}
	for _, listed := range page.Products {
		group := listed.Standing.Group
		if n := len(data.Groups); n == 0 || data.Groups[n-1].Group != int(group) {
			data.Groups = append(data.Groups, contract.ProductGroup{Group: int(group), Title: group.Title(c.Lang)})
		}
		last := &data.Groups[len(data.Groups)-1]
		last.Products = append(last.Products, productCard(listed, c))
	}
	return data, nil
}

func (s *Server) loanDetail(ctx context.Context, c Caller, req contract.ProductRequest) (contract.ProductDetailData, error) {
	d, err := s.services.Offers.Detail(ctx, c.Borrower(), req.LoanID)
	if err != nil {
		return contract.ProductDetailData{}, err
	}
	v := d.Product.Current
	data := contract.ProductDetailData{
		Product: productCard(d.Listed, c), AmountStep: v.AmountStep, ContractVersion: v.ContractVersion,
		Quote: quoteOf(offer.Terms(d.Product, c.Region), d.Quote), Missing: d.View.Missing(), Repeat: d.View.Repeat(), DailyLimitReached: d.View.DailyLimitReached(),
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

func (s *Server) loanQuote(ctx context.Context, c Caller, req contract.QuoteRequest) (contract.Quote, error) {
	terms, q, err := s.services.Offers.Quote(ctx, c.Borrower(), req.LoanID, req.Amount, req.TermDays)
	return quoteOf(terms, q), err
}

func (s *Server) loanContract(ctx context.Context, c Caller, req contract.QuoteRequest) (contract.ContractData, error) {
	text, err := s.services.Offers.Agreement(ctx, c.Borrower(), req.LoanID, req.Amount, req.TermDays)
	return contractData(text), err
}

func (s *Server) loanApply(ctx context.Context, c Caller, req contract.ApplyRequest) (contract.OrderRef, error) {
	ref, err := s.services.Apply.Do(ctx, c.Borrower(), apply.Request{
		ProductID: req.LoanID, Amount: req.Amount, TermDays: req.TermDays, BankCardID: req.BankCardID,
		AgreementHash: req.ContractHash, Accepted: req.ContractAccepted, Purpose: optional(req.Purpose),
	})
	return orderRef(ref), err
}

func productCard(l offer.Listed, c Caller) contract.ProductCard {
	v := l.Product.Current
	card := contract.ProductCard{
		LoanID: l.Product.ID, Name: v.Name, LenderName: l.Product.Lender.Name, Licence: l.Product.Lender.Licence,
		Currency: string(v.Currency), MinAmount: v.MinAmount, MaxAmount: l.Standing.MaxAmount, TermsDays: v.TermsDays,
		AnnualRateBps: int(v.AnnualRateBps), AprBps: int(l.APRBps), Group: contract.ProductCardGroup(l.Standing.Group),
		OneStep: v.OneStep, OrderID: (*uuid.UUID)(l.Standing.OrderID), AvailableAt: utc(l.Standing.AvailableAt),
	}
	if l.Standing.Why != nil {
		card.Reason = l.Standing.Why.Text(c.Lang)
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
