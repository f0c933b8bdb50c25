package channel

import (
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// clickLife is how long a click may explain what a borrower does (specification 9: click ids, 168 hours).
const clickLife = 168 * time.Hour

// Origin is what a log-in brought along.
type Origin struct {
	MemberID  uuid.UUID
	NewMember bool
	// Channel is the code, proved with Find; without one nothing is kept.
	Channel      string
	AppProductID string
	// Consent is the visitor's word that the advertising platform may learn of it. Without it the click ids, address and
	// browser are not kept.
	Consent bool
	PageURL string
	// FacebookFbc and FacebookFbp are Meta's cookies. WebClickID is any other click id with its name: "gclid=...".
	FacebookFbc string
	FacebookFbp string
	WebClickID  string
	IP          string
	UserAgent   string
	At          time.Time
}

// clickNames are the names of the platforms' own click ids.
var clickNames = map[string]Platform{"gclid": Google, "wbraid": Google, "gbraid": Google, "ttclid": TikTok, "fbclid": Meta}

// ClickID is the click id with its name, both empty where there is none.
func (o Origin) ClickID() (name, value string) {
	name, value, _ = strings.Cut(o.WebClickID, "=")
	if value == "" {
		return "", ""
	}
	return name, value
}

// Click is the platform that the click id names, NoPlatform for one that names none.
func (o Origin) Click() Platform {
	if o.FacebookFbc != "" {
		return Meta
	}
	name, _ := o.ClickID()
	return clickNames[name]
}

// QueueOrigin keeps an origin; it rides in the batch of the log-in.
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

// page is an address without its query and fragment, which may hold anything.
func page(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http") {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// LastOrigin is the newest origin of a member that may explain what they do at an instant; nil when there is none.
func LastOrigin(member uuid.UUID, at time.Time) postgres.Query[*Origin] {
	return postgres.Row[Origin]("channel: origin", `
		SELECT member_id, new_member, channel_code AS channel, app_product_id, ads_consent AS consent, page_url, facebook_fbc, facebook_fbp,
			web_click_id, ip, user_agent, at
		FROM login_origin WHERE member_id = $1 AND at <= $2 AND at > $3 ORDER BY at DESC, id DESC LIMIT 1`, member, at, at.Add(-clickLife))
}
