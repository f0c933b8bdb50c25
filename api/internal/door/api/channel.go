package api

import (
	"context"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func channelCalls(a *API) {
	server.Call(a.Server, "channelQueryByCode", a.channelQuery)
	server.Call(a.Server, "channelAccess", a.channelAccess)
	server.Raw(a.Server, "submitDataRecord", a.dataRecord)
}

// channelQuery gives the same response for every code without a channel, so that codes cannot be found by trying.
func (a *API) channelQuery(ctx context.Context, c server.Caller, req contract.ChannelQuery) (contract.ChannelData, error) {
	found, err := channel.Find(ctx, a.Services.Pool, req.Code, c.AppProductID)
	if err != nil {
		return contract.ChannelData{}, err
	}
	return contract.ChannelData{
		PromotionPlatform: contract.ChannelDataPromotionPlatform(found.PromotionPlatform), PixelID: found.PixelID,
		AccessToken: channel.AccessToken(a.Services.Hasher, req.Code, a.Services.Clock.Now()),
		RequireSame: found.RequireSame, PlatformIDLimit: found.PlatformIDLimit, ReportedScoreRange: found.ReportedScoreRange,
	}, nil
}

// channelAccess counts a visit, once per device and day.
func (a *API) channelAccess(ctx context.Context, c server.Caller, req contract.ChannelAccessRequest) (contract.Empty, error) {
	now := a.Services.Clock.Now()
	if err := channel.CheckToken(a.Services.Hasher, req.ChannelCode, req.AccessToken, now); err != nil {
		return contract.Empty{}, err
	}
	who := c.Device
	if who == "" {
		who = server.AddressOf(c.IP)
	}
	once, err := a.Services.Limiter.Take(ctx, a.Services.Pool,
		limit.Bucket{Name: "channel.visit", Subject: req.ChannelCode + " " + who, Rules: oneVisit},
		limit.Bucket{Name: "channel.visit.ip", Subject: server.AddressOf(c.IP), Rules: visitsOfAnAddress})
	if err != nil || once.Refused {
		return contract.Empty{}, err
	}
	return contract.Empty{}, channel.Visit(ctx, a.Services.Pool, req.ChannelCode, c.AppProductID, c.Region.Today(now))
}

// dataRecord stores page views and button presses. A closing page sends them as a beacon, which cannot have a JSON
// content type.
func (a *API) dataRecord(ctx context.Context, c server.Caller, r *server.Request) error {
	var req contract.DataRecordRequest
	if err := r.Decode(&req, fiber.MIMETextPlain); err != nil {
		return err
	}
	records, err := recordsOf(req)
	if err != nil {
		return err
	}
	if err := a.within(ctx, reason.TooManyRequests, recordLimits(c, len(records))...); err != nil {
		return err
	}
	kept := channel.Records{Channel: server.Optional(req.ChannelCode), Records: records, At: a.Services.Clock.Now()}
	if c.Phone != "" {
		kept.PhoneHash = a.Services.Members.PhoneHash(c.Phone)
	} else {
		kept.PhoneHash, kept.Typed = a.Services.Members.TypedHash(server.Optional(req.PhoneNumber)), true
	}
	if err := channel.SaveRecords(ctx, a.Services.Pool, kept); err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}

// recordsOf reads the single record of the specification, or the several records that a page has collected.
func recordsOf(req contract.DataRecordRequest) ([]channel.Record, error) {
	var records []channel.Record
	if page := server.Optional(req.PageID); page != "" {
		records = append(records, channel.Record{PageID: page, ButtonID: server.Optional(req.ButtonID)})
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

// originOf returns what a login reports about where it came from.
func originOf(c server.Caller, r *server.Request, req contract.SmsLoginRequest) channel.Origin {
	return channel.Origin{
		Channel: server.Optional(req.ChannelCode), Consent: req.AdsConsent != nil && *req.AdsConsent, PageURL: server.Optional(req.PageURL),
		FacebookFbc: server.Optional(req.FacebookFbc), FacebookFbp: server.Optional(req.FacebookFbp), WebClickID: server.Optional(req.WebClickID),
		IP: c.IP, UserAgent: cutText(r.Header(fiber.HeaderUserAgent), 400),
	}
}

// loginConsents returns the consents that a login gives. A consent to reports to the advertising platform also counts
// as consent to analytics, so that it can be withdrawn with the other consents.
func (a *API) loginConsents(req contract.SmsLoginRequest) []member.Consent {
	given := consentsOf(req.Consents)
	if req.AdsConsent != nil && *req.AdsConsent {
		given = append(given, member.Consent{Kind: member.ConsentAnalytics, Version: a.Services.Content.Version(content.Privacy), Granted: true})
	}
	return given
}

// cutText returns the first n bytes of printable ASCII in a text.
func cutText(text string, n int) string {
	clean := make([]byte, 0, min(n, len(text)))
	for i := 0; i < len(text) && len(clean) < n; i++ {
		if text[i] >= ' ' && text[i] < 0x7f {
			clean = append(clean, text[i])
		}
	}
	return string(clean)
}
