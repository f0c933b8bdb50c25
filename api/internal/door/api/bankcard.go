package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func bankCardCalls(a *API) {
	server.Call(a.Server, "bankCardBanks", a.bankCardBanks)
	server.ReadOnly(a.Server, "bankCardList", a.bankCardList)
	server.ReadOnly(a.Server, "bankCardDetail", a.bankCardDetail)
	server.Call(a.Server, "bankCardAdd", a.bankCardAdd)
	server.Call(a.Server, "bankCardSetDefault", a.bankCardSetDefault)
	server.Keyed(a.Server, "bankCardUnbind", a.rateLimit(keyedCalls), a.bankCardUnbind)
}

func (a *API) bankCardBanks(_ context.Context, c server.Caller, _ contract.Empty) (contract.BanksData, error) {
	data := contract.BanksData{Banks: make([]contract.Bank, len(c.Region.Banks))}
	for i, b := range c.Region.Banks {
		data.Banks[i] = contract.Bank{Code: b.Code, Name: b.Name, ShortName: b.ShortName, Bin: b.BIN, AppURL: b.AppURL()}
	}
	return data, nil
}

func (a *API) bankCardList(ctx context.Context, c server.Caller, _ contract.Empty) (contract.BankCardsData, error) {
	open, err := a.Services.Cards.List(ctx, c.MemberID)
	return cardsOf(open, c), err
}

func (a *API) bankCardDetail(ctx context.Context, c server.Caller, req contract.CardRequest) (contract.BankCard, error) {
	g, err := a.Services.Cards.Detail(ctx, c.MemberID, req.CardID)
	return bankCardOf(g, c), err
}

func (a *API) bankCardAdd(ctx context.Context, c server.Caller, req contract.AddCardRequest) (contract.BankCard, error) {
	if err := a.within(ctx, reason.TooManyRequests, keyedCalls(c)); err != nil {
		return contract.BankCard{}, err
	}
	var obstacle string
	if req.FaceObstacle != nil {
		obstacle = string(*req.FaceObstacle)
	}
	proof := a.Services.Faces.CardEvidence(ctx, c.Session, obstacle)
	g, err := a.Services.Cards.Add(ctx, c.Borrower(), proof, bankcard.Form{
		BankCode: req.BankCode, Number: req.AccountNumber, NumberAgain: req.AccountNumberAgain, Type: string(req.AccountType),
		Passbook: req.PassbookFileID,
	})
	return bankCardOf(g, c), err
}

func (a *API) bankCardSetDefault(ctx context.Context, c server.Caller, req contract.CardRequest) (contract.BankCardsData, error) {
	open, err := a.Services.Cards.SetDefault(ctx, c.Borrower(), req.CardID)
	return cardsOf(open, c), err
}

func (a *API) bankCardUnbind(ctx context.Context, c server.Caller, req contract.UnbindRequest) (contract.BankCardsData, error) {
	open, err := a.Services.Cards.Unbind(ctx, c.Borrower(), req.CardID, req.ReplacementCardID)
	return cardsOf(open, c), err
}

func cardsOf(cards bankcard.Summaries, c server.Caller) contract.BankCardsData {
	data := contract.BankCardsData{Cards: make([]contract.BankCard, len(cards))}
	for i, g := range cards {
		data.Cards[i] = bankCardOf(g, c)
	}
	return data
}
