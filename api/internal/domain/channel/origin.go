package channel

import (
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// clickLife is how long a click is attributed (spec 9: click ids, 168 hours).
const clickLife = 168 * time.Hour

// Origin is the attribution data of a login.
type Origin struct {
	MemberID  uuid.UUID
	NewMember bool
	// Channel is the code, verified with Find. Without a code nothing is stored.
	Channel      string
	AppProductID string
	// Consent is the visitor's consent to share data with the advertising platform. Without it, click ids, address and browser are
	// not stored.
	Consent bool
	PageURL string
	// FacebookFbc and FacebookFbp are Meta's cookies. WebClickID is any other click id with its name, as in "gclid=...".
	FacebookFbc string
	FacebookFbp string
	WebClickID  string
	IP          string
	UserAgent   string
	At          time.Time
}

// clickNames maps the names of click ids to their platforms.
var clickNames = map[string]Platform{"gclid": Google, "wbraid": Google, "gbraid": Google, "ttclid": TikTok, "fbclid": Meta}

// ClickID returns the name and the value of the click id, or empty strings if there is none.
func (o Origin) ClickID() (name, value string) {
	name, value, _ = strings.Cut(o.WebClickID, "=")
	if value == "" {
		return "", ""
	}
	return name, value
}

// Click returns the platform of the click id, or NoPlatform.
func (o Origin) Click() Platform {
	if o.FacebookFbc != "" {
		return Meta
	}
	name, _ := o.ClickID()
	return clickNames[name]
}

// QueueOrigin stores an origin in the batch of the login.
func QueueOrigin(b *pgx.Batch, o Origin) {
	const insert = `
		INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, page_url,
			facebook_fbc, facebook_fbp, web_click_id, ip, user_agent, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
	if !o.Consent {
		o.FacebookFbc, o.FacebookFbp, o.WebClickID, o.IP, o.UserAgent = "", "", "", "", ""
	}
	b.Queue(insert, o.MemberID, o.NewMember, o.Channel, o.AppProductID, o.Consent, page(o.PageURL),
		o.FacebookFbc, o.FacebookFbp, o.WebClickID, o.IP, o.UserAgent, o.At)
}

// page returns a URL without its query and fragment, which may contain anything.
func page(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http") {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// LastOrigin reads a member's newest origin to which an event at an instant is attributed, or nil if there is none.
func LastOrigin(member uuid.UUID, at time.Time) postgres.Query[*Origin] {
	return postgres.Row[Origin]("channel: origin", `
		SELECT member_id, new_member, channel_code AS channel, app_product_id, ads_consent AS consent, page_url, facebook_fbc, facebook_fbp,
			web_click_id, ip, user_agent, at
		FROM login_origin WHERE member_id = $1 AND at <= $2 AND at > $3 ORDER BY at DESC, id DESC LIMIT 1`, member, at, at.Add(-clickLife))
}
