package http

import (
	"context"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

func channelCalls(s *Server) {
	call(s, "channelQueryByCode", s.channelQuery)
	call(s, "channelAccess", s.channelAccess)
	raw(s, "submitDataRecord", s.dataRecord)
}

// channelQuery answers alike for every code that brings nothing, so that nobody finds codes by asking.
func (s *Server) channelQuery(ctx context.Context, c Caller, req contract.ChannelQuery) (contract.ChannelData, error) {
	found, err := channel.Find(ctx, s.services.Pool, req.Code, c.AppProductID)
	if err != nil {
		return contract.ChannelData{}, err
	}
	return contract.ChannelData{
		PromotionPlatform: contract.ChannelDataPromotionPlatform(found.PromotionPlatform), PixelID: found.PixelID,
		AccessToken: channel.AccessToken(s.services.Hasher, req.Code, s.services.Clock.Now()),
		RequireSame: found.RequireSame, PlatformIDLimit: found.PlatformIDLimit, ReportedScoreRange: found.ReportedScoreRange,
	}, nil
}

// channelAccess counts a visit, once a device and day.
func (s *Server) channelAccess(ctx context.Context, c Caller, req contract.ChannelAccessRequest) (contract.Empty, error) {
	now := s.services.Clock.Now()
	if err := channel.CheckToken(s.services.Hasher, req.ChannelCode, req.AccessToken, now); err != nil {
		return contract.Empty{}, err
	}
	who := c.Device
	if who == "" {
		who = line(c.IP)
	}
	once, err := s.services.Limiter.Take(ctx, s.services.Pool,
		limit.Bucket{Name: "channel.visit", Subject: req.ChannelCode + " " + who, Rules: oneVisit},
		limit.Bucket{Name: "channel.visit.ip", Subject: line(c.IP), Rules: visitsOfALine})
	if err != nil || once.Refused {
		return contract.Empty{}, err
	}
	return contract.Empty{}, channel.Visit(ctx, s.services.Pool, req.ChannelCode, c.Region.Today(now))
}

// dataRecord keeps what was looked at and pressed. A page that is being closed sends it as a beacon, which cannot say that
// it is JSON.
func (s *Server) dataRecord(ctx context.Context, c Caller, r *Request) error {
	var req contract.DataRecordRequest
	if err := r.decode(&req, fiber.MIMETextPlain); err != nil {
		return err
	}
	records, err := recordsOf(req)
	if err != nil {
		return err
	}
	if err := s.within(ctx, reason.TooManyRequests, limit.Bucket{Name: "track.ip", Subject: line(c.IP), Rules: recordsOfALine}); err != nil {
		return err
	}
	kept := channel.Records{Channel: optional(req.ChannelCode), Records: records, At: s.services.Clock.Now()}
	if c.Phone != "" {
		kept.PhoneHash = s.services.Members.PhoneHash(c.Phone)
	} else {
		kept.PhoneHash = s.services.Members.TypedHash(optional(req.PhoneNumber))
	}
	if err := channel.Keep(ctx, s.services.Pool, kept); err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}

// recordsOf reads the one record of the specification, or the several that a page has saved up.
func recordsOf(req contract.DataRecordRequest) ([]channel.Record, error) {
	var records []channel.Record
	if page := optional(req.PageID); page != "" {
		records = append(records, channel.Record{PageID: page, ButtonID: optional(req.ButtonID)})
	}
	if req.Records != nil {
		for _, one := range *req.Records {
			records = append(records, channel.Record{PageID: one.PageID, ButtonID: one.ButtonID})
		}
	}
	if len(records) == 0 {
		return nil, reason.InvalidField("pageId", reason.FieldRequired)
	}
	return records, nil
}

// originOf is what a log-in says about where it came from.
func originOf(c Caller, r *Request, req contract.SmsLoginRequest) channel.Origin {
	return channel.Origin{
		Channel: optional(req.ChannelCode), Consent: req.AdsConsent != nil && *req.AdsConsent, PageURL: optional(req.PageURL),
		FacebookFbc: optional(req.FacebookFbc), FacebookFbp: optional(req.FacebookFbp), WebClickID: optional(req.WebClickID),
		IP: c.IP, UserAgent: cutText(r.Header(fiber.HeaderUserAgent), 400),
	}
}

// loginConsents are what a login agrees to. Who lets the advertising platform know has agreed to being measured, and finds
// it among the consents that can be taken back.
func (s *Server) loginConsents(req contract.SmsLoginRequest) []member.Consent {
	given := consentsOf(req.Consents)
	if req.AdsConsent != nil && *req.AdsConsent {
		given = append(given, member.Consent{Kind: member.ConsentAnalytics, Version: s.services.Content.Version(content.Privacy), Granted: true})
	}
	return given
}

// cutText keeps the first n bytes of printable ASCII.
func cutText(text string, n int) string {
	clean := make([]byte, 0, min(n, len(text)))
	for i := 0; i < len(text) && len(clean) < n; i++ {
		if text[i] >= ' ' && text[i] < 0x7f {
			clean = append(clean, text[i])
		}
	}
	return string(clean)
}
