package server

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// tokenCookie is readable by the page, which copies it into the header; the API itself never looks at it.
const tokenCookie = "token"

// beforeSecondFact are the calls that a session on a device that is not trusted yet may make.
var beforeSecondFact = map[string]bool{
	"memberQuery": true, "memberApproval": true, "memberAskApproval": true, "memberSecondFact": true, "memberLogout": true,
}

// whileDeleting are the calls that are open while the account waits for its deletion.
var whileDeleting = map[string]bool{
	"memberQuery": true, "memberApproval": true, "memberAskApproval": true, "memberPendingApproval": true, "memberAnswerApproval": true,
	"memberSecondFact": true, "memberLogout": true, "memberDeletionStatus": true, "memberWithdrawDeletion": true,
}

// identify fills the caller from the token header, as far as the operation asks for a session.
func (s *Server) identify(ctx context.Context, op contract.Operation, c fiber.Ctx) (Caller, error) {
	caller := s.visitor(c)
	token := c.Get(HeaderToken)
	if op.Access == contract.AccessOpen || (op.Access == contract.AccessEither && token == "") {
		return caller, nil
	}
	caller, err := s.session(ctx, caller, token)
	if err != nil {
		return caller, err
	}
	s.State(c).memberID = caller.MemberID.String()
	if !caller.Trusted && !beforeSecondFact[op.ID] {
		return caller, reason.New(reason.SecondFactNeeded)
	}
	// Their deletion again, under the same intention, is answered as the first time.
	if caller.Deleting && !whileDeleting[op.ID] && op.ID != "memberDeleteAccount" {
		return caller, reason.New(reason.AccountDeleting)
	}
	return caller, nil
}

// session looks the token up; one that is unknown, expired or revoked logs the app out.
func (s *Server) session(ctx context.Context, caller Caller, token string) (Caller, error) {
	if token == "" {
		return caller, reason.New(reason.SessionEnded)
	}
	found, err := s.deps.Members.Find(ctx, token)
	if err != nil {
		return caller, err
	}
	if found.Region != caller.Region.Code {
		return caller, reason.New(reason.SessionEnded)
	}
	caller.Session, caller.AppProductID = found, found.AppProductID
	return caller, nil
}

func (s *Server) visitor(c fiber.Ctx) Caller {
	product := s.Product(c)
	return Caller{
		Region: s.Config.Region, AppProductID: product.ProductID, Product: product, Lang: s.State(c).lang,
		IP: c.IP(), Device: deviceOf(c), UserAgent: c.Get(fiber.HeaderUserAgent),
	}
}

// deviceOf takes the device's name if it has the form that the contract gives it.
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

// setToken hands the token to the page; an empty one takes it away.
func (s *Server) setToken(c fiber.Ctx, token string) {
	cookie := &fiber.Cookie{
		Name: tokenCookie, Value: token, Path: "/", SameSite: fiber.CookieSameSiteLaxMode,
		// Behind a proxy that it does not know, production cannot see that the page came over TLS. It always does.
		Secure: !s.Config.Development || c.Scheme() == "https", MaxAge: int(member.SessionLife / time.Second),
	}
	if token == "" {
		cookie.MaxAge = -1
		cookie.Expires = time.Unix(1, 0)
	}
	c.Cookie(cookie)
}
