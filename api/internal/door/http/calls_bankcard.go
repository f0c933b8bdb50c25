package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
)

func bankCardCalls(s *Server) {
	call(s, "bankCardBanks", s.bankCardBanks)
	call(s, "bankCardList", s.bankCardList)
	call(s, "bankCardDetail", s.bankCardDetail)
	call(s, "bankCardAdd", s.bankCardAdd)
	call(s, "bankCardSetDefault", s.bankCardSetDefault)
	call(s, "bankCardUnbind", s.bankCardUnbind)
}

func (s *Server) bankCardBanks(_ context.Context, c Caller, _ contract.Empty) (contract.BanksData, error) {
	data := contract.BanksData{Banks: make([]contract.Bank, len(c.Region.Banks))}
	for i, b := range c.Region.Banks {
		data.Banks[i] = contract.Bank{Code: b.Code, Name: b.Name, ShortName: b.ShortName, Bin: b.BIN}
	}
	return data, nil
}

func (s *Server) bankCardList(ctx context.Context, c Caller, _ contract.Empty) (contract.BankCardsData, error) {
	open, err := s.services.Cards.List(ctx, c.MemberID)
	return cardsOf(open, c), err
}

func (s *Server) bankCardDetail(ctx context.Context, c Caller, req contract.CardRequest) (contract.BankCard, error) {
	g, err := s.services.Cards.Detail(ctx, c.MemberID, req.CardID)
	return glanceOf(g, c), err
}

func (s *Server) bankCardAdd(ctx context.Context, c Caller, req contract.AddCardRequest) (contract.BankCard, error) {
	proof, err := s.cardProof(ctx, c, req)
	if err != nil {
		return contract.BankCard{}, err
	}
	g, err := s.services.Cards.Add(ctx, c.Borrower(), proof, bankcard.Form{
		BankCode: req.BankCode, Number: req.AccountNumber, NumberAgain: req.AccountNumberAgain, Type: string(req.AccountType),
		Passbook: req.PassbookFileID,
	})
	return glanceOf(g, c), err
}

// cardProof is what the borrower has just proved.
func (s *Server) cardProof(ctx context.Context, c Caller, req contract.AddCardRequest) (card.Proof, error) {
	now := s.services.Clock.Now()
	proof := card.Proof{
		Code: c.Fresh(member.CodeCard, now), Face: c.Fresh(member.FaceCheck, now), FaceOffered: s.services.Faces.Offered(c.AppProductID),
	}
	if !proof.FaceOffered || proof.Face {
		return proof, nil
	}
	var said string
	if req.FaceObstacle != nil {
		said = string(*req.FaceObstacle)
	}
	var err error
	proof.Obstacle, err = s.services.Faces.CardNote(ctx, c.Session, said)
	return proof, err
}

func (s *Server) bankCardSetDefault(ctx context.Context, c Caller, req contract.CardRequest) (contract.BankCardsData, error) {
	open, err := s.services.Cards.SetDefault(ctx, c.Borrower(), req.CardID)
	return cardsOf(open, c), err
}

func (s *Server) bankCardUnbind(ctx context.Context, c Caller, req contract.UnbindRequest) (contract.BankCardsData, error) {
	open, err := s.services.Cards.Unbind(ctx, c.Borrower(), req.CardID, req.ReplacementCardID)
	return cardsOf(open, c), err
}

func cardsOf(cards bankcard.Glances, c Caller) contract.BankCardsData {
	data := contract.BankCardsData{Cards: make([]contract.BankCard, len(cards))}
	for i, g := range cards {
		data.Cards[i] = glanceOf(g, c)
	}
	return data
}
