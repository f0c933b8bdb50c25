package server

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// tokenCookie is readable by the page, which copies it into the header. The API itself never reads it.
const tokenCookie = "token"

// beforeSecondFact are the calls that a session on an untrusted device may make.
var beforeSecondFact = map[string]bool{
	"memberQuery": true, "memberApproval": true, "memberAskApproval": true, "memberSecondFact": true, "memberLogout": true,
}

// whileDeleting are the calls that are allowed while the account's deletion is pending.
var whileDeleting = map[string]bool{
	"memberQuery": true, "memberApproval": true, "memberAskApproval": true, "memberPendingApproval": true, "memberAnswerApproval": true,
	"memberSecondFact": true, "memberLogout": true, "memberDeletionStatus": true, "memberWithdrawDeletion": true,
}

// identify returns the caller of the token header, if the operation needs a session.
func (s *Server) identify(ctx context.Context, op contract.Operation, c fiber.Ctx) (Caller, error) {
	caller := s.visitor(c)
	token := c.Get(HeaderToken)
	if op.Access == contract.AccessOpen || (op.Access == contract.AccessEither && token == "") {
		return caller, nil
	}
	found, err := s.find(ctx, token)
	if err != nil {
		return caller, err
	}
	return s.let(op, c, caller, found)
}

// let returns the caller with their session, and an error if it may not make the call. The log names the member if the
// session is of this region.
func (s *Server) let(op contract.Operation, c fiber.Ctx, caller Caller, found member.Session) (Caller, error) {
	if found.Region == caller.Region.Code {
		s.State(c).memberID = found.MemberID.String()
	}
	return caller.as(found), s.refuse(op, found)
}

// find looks up the token. An unknown, expired or revoked one logs the app out.
func (s *Server) find(ctx context.Context, token string) (member.Session, error) {
	if token == "" {
		return member.Session{}, reason.New(reason.SessionEnded)
	}
	return s.deps.Members.Find(ctx, token)
}

// session is find for a call that needs no session by itself.
func (s *Server) session(ctx context.Context, caller Caller, token string) (Caller, error) {
	found, err := s.find(ctx, token)
	if err != nil {
		return caller, err
	}
	if found.Region != caller.Region.Code {
		return caller, reason.New(reason.SessionEnded)
	}
	return caller.as(found), nil
}

func (s *Server) visitor(c fiber.Ctx) Caller {
	product := s.Product(c)
	return Caller{
		Region: s.Config.Region, AppProductID: product.ProductID, Product: product, Lang: s.State(c).lang,
		IP: c.IP(), Device: deviceOf(c), UserAgent: c.Get(fiber.HeaderUserAgent),
	}
}

// deviceOf returns the device id if it has the format of the contract.
func deviceOf(c fiber.Ctx) string {
	device := c.Get(headerDevice)
	if len(device) < 16 || len(device) > 64 {
		return ""
	}
	for _, r := range device {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_' {
			return ""
		}
	}
	return device
}

// setToken sets the page's session cookie. An empty token deletes it.
func (s *Server) setToken(c fiber.Ctx, token string) {
	cookie := &fiber.Cookie{
		Name: tokenCookie, Value: token, Path: "/", SameSite: fiber.CookieSameSiteLaxMode,
		// Behind an untrusted proxy, production cannot see that the page was requested over TLS, but it always was.
		Secure: !s.Config.Development || c.Scheme() == "https", MaxAge: int(member.SessionLife / time.Second),
	}
	if token == "" {
		cookie.MaxAge = -1
		cookie.Expires = time.Unix(1, 0)
	}
	c.Cookie(cookie)
}
