// Package config reads what a deployment sets, from environment variables, into one value. Secrets never print.
package config

import (
	"fmt"
	"strings"
	"time"
)

// Profile tells a development stack from production. Nothing else in the code asks where it runs.
type Profile string

// The profiles.
const (
	Development Profile = "development"
	Production  Profile = "production"
)

// The gateways' choices: an embedded default, or the world.
const (
	Desk     = "desk"
	Sandbox  = "sandbox"
	Embedded = "embedded"
	HTTP     = "http"
	Twilio   = "twilio"
	Off      = "off"
)

// Config is everything that a deployment sets. The variable's name stands beside each field; what has no default and is
// not optional is required.
type Config struct {
	// Profile is production unless said otherwise.
	Profile Profile `env:"PROFILE" envDefault:"production"`
	// Region is the one region this deployment serves: vi, cn, id, th or gh.
	Region string `env:"REGION" envDefault:"vi"`
	// Products are the product ids served, the first where no host name matches.
	Products []string `env:"PRODUCTS" envDefault:"20005,20003"`

	// DatabaseURL is PostgreSQL as the application's least-privilege role.
	DatabaseURL Secret `env:"DATABASE_URL,notEmpty"`
	// MigrateDatabaseURL is the same database as the schema's owner; `loanmarket migrate` needs it, serving does not.
	MigrateDatabaseURL Secret   `env:"MIGRATE_DATABASE_URL"`
	Database           Database `envPrefix:"DATABASE_"`

	S3      S3      `envPrefix:"S3_"`
	SMS     SMS     `envPrefix:"SMS_"`
	Payment Gateway `envPrefix:"PAYMENT_"`
	Lender  Gateway `envPrefix:"LENDER_"`
	Carrier Carrier `envPrefix:"CARRIER_"`
	Face    Face    `envPrefix:"FACE_"`

	Collection Collection `envPrefix:"COLLECTION_"`
	Account    Account    `envPrefix:"ACCOUNT_"`

	// DataKeys seal identity data: id:base64, the first seals, the others still open what was sealed before.
	DataKeys DataKeys `env:"DATA_KEYS,notEmpty"`
	// HashKey makes the keyed hashes for look-up. It is never replaced.
	HashKey Key `env:"HASH_KEY,notEmpty"`
	// CallbackKey signs between us and whoever has no key of its own.
	CallbackKey Key `env:"CALLBACK_KEY,notEmpty"`

	// ProductsDir holds <id>.yaml files of the products; empty takes the demonstration's.
	ProductsDir string `env:"PRODUCTS_DIR"`
	// ContentDir holds the operator's texts, <lang>/<page>.md; what it has not is taken from the texts that come along.
	ContentDir string `env:"CONTENT_DIR"`
	CSP        CSP    `envPrefix:"CSP_"`
	Ads        Ads    `envPrefix:"ADS_"`
	Chat       Chat   `envPrefix:"CHAT_"`

	// AppDir holds the built app; empty serves the API alone.
	AppDir    string    `env:"APP_DIR"`
	Retention Retention `envPrefix:"RETAIN_"`
	// AssetsKeep is how long the files of a build stay after it was served last, for pages that were opened before.
	AssetsKeep time.Duration `env:"ASSETS_KEEP" envDefault:"720h"`
	// DrainTime is how long a process that was told to stop goes on answering while /readyz says no, so that balancers leave
	// it; StopTime is how long requests and jobs that run may take after that.
	DrainTime time.Duration `env:"DRAIN_TIME" envDefault:"10s"`
	StopTime  time.Duration `env:"STOP_TIME" envDefault:"110s"`
	// SessionIdle ends the session of a device that was not seen for so long; zero leaves the 720 hours alone.
	SessionIdle time.Duration `env:"SESSION_IDLE"`
	// AllowPlaintext lets production speak to PostgreSQL, the object store and the face worker without TLS beyond this
	// machine: where the line between is nobody else's.
	AllowPlaintext bool `env:"ALLOW_PLAINTEXT"`
	// TrustedProxies are addresses or CIDR ranges whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Origins may call from a browser besides the deployment itself.
	Origins []string `env:"ORIGINS"`
	// MetricsAddress serves /metrics on a port of its own; empty serves none.
	MetricsAddress string `env:"METRICS_ADDRESS"`
	// AlarmWebhook is told of what waits for a person.
	AlarmWebhook AlarmWebhook `envPrefix:"ALARM_WEBHOOK_"`
}

// AlarmWebhook is where whoever is on duty hears of alarms. Without a URL nobody is told.
type AlarmWebhook struct {
	// URL takes a POST of JSON an alarm, Key is what it is signed with.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
}

func (w AlarmWebhook) gateway() string {
	if w.URL == "" {
		return Off
	}
	return HTTP
}

// Account is what becomes of an account whose owner leaves.
type Account struct {
	// DeleteAfter is how long a wish for deletion can be withdrawn before it is done.
	DeleteAfter time.Duration `env:"DELETE_AFTER" envDefault:"168h"`
	// KeepYears is how long the contracts and receipts of loans that were paid out are kept after that: what the region's
	// law on accounting asks.
	KeepYears int `env:"KEEP_YEARS" envDefault:"10"`
}

// CSP lists the foreign hosts that pages may load from ("https://chat.example").
type CSP struct {
	// Connect are hosts that the app calls, Chat is the chat widget's, Pixels are the ad platforms' on the landing page
	// and in the app's sandbox for them.
	Connect []string `env:"CONNECT"`
	Chat    []string `env:"CHAT"`
	Pixels  []string `env:"PIXELS"`
}

// Ads is how conversions are reported to advertising platforms.
type Ads struct {
	// Gateway is desk (nothing is sent) or http; the pixels and tokens stand with the channels.
	Gateway string `env:"GATEWAY" envDefault:"desk"`
	// MetaURL and TikTokURL take reports to those platforms.
	MetaURL   string    `env:"META_URL" envDefault:"https://graph.facebook.com"`
	TikTokURL string    `env:"TIKTOK_URL" envDefault:"https://business-api.tiktok.com"`
	Google    GoogleAds `envPrefix:"GOOGLE_"`
}

// GoogleAds is who reports to Google Ads. Without a developer token nobody does.
type GoogleAds struct {
	URL            string `env:"URL" envDefault:"https://googleads.googleapis.com"`
	TokenURL       string `env:"TOKEN_URL" envDefault:"https://oauth2.googleapis.com/token"`
	DeveloperToken Secret `env:"DEVELOPER_TOKEN"`
	// ClientID and ClientSecret are those of the OAuth client that the channels' refresh tokens were given to.
	ClientID     string `env:"CLIENT_ID"`
	ClientSecret Secret `env:"CLIENT_SECRET"`
	// LoginCustomerID is the manager account, ten digits; only for advertisers that are looked after by one.
	LoginCustomerID string `env:"LOGIN_CUSTOMER_ID"`
}

// Chat is the chat widget of a third party; without a URL there is none. The inbox is the product's entId.
type Chat struct {
	// URL is where the widget's script comes from; its host goes into the content security policy by itself.
	URL string `env:"URL"`
	// Key is the inbox's HMAC token, with which borrowers are vouched for.
	Key Secret `env:"KEY"`
	// Account is the number of the account there, Token the access token of one of its administrators, with which the
	// contacts of deleted borrowers are deleted.
	Account    string `env:"ACCOUNT"`
	Token      Secret `env:"TOKEN"`
	OnPayPages bool   `env:"ON_PAY_PAGES"`
	InShell    bool   `env:"IN_SHELL"`
}

// S3 is the object store.
type S3 struct {
	// Endpoint is a URL; https speaks TLS.
	Endpoint  string `env:"ENDPOINT,notEmpty"`
	AccessKey string `env:"ACCESS_KEY,notEmpty"`
	SecretKey Secret `env:"SECRET_KEY,notEmpty"`
	Region    string `env:"REGION" envDefault:"us-east-1"`
	// BucketPrefix stands before the name of each kind's bucket.
	BucketPrefix string `env:"BUCKET_PREFIX" envDefault:"loanmarket-"`
}

// SMS is how messages are sent.
type SMS struct {
	// Gateway is desk, http or twilio.
	Gateway string `env:"GATEWAY" envDefault:"desk"`
	// Sender is the sender's name or number.
	Sender string `env:"SENDER"`
	// URL, Body (a template of the JSON), User and Password are the http provider's; Key signs the request where set.
	URL      string `env:"URL"`
	Body     string `env:"BODY"`
	User     string `env:"USER"`
	Password Secret `env:"PASSWORD"`
	Key      Key    `env:"KEY"`
	// Refused is how the http provider says that it will never deliver to a number: statuses, and fields of its JSON with
	// their values.
	Refused []string `env:"REFUSED"`
	// AccountSID, AuthToken and MessagingService are Twilio's.
	AccountSID       string `env:"ACCOUNT_SID"`
	AuthToken        Secret `env:"AUTH_TOKEN"`
	MessagingService string `env:"MESSAGING_SERVICE"`
}

// Gateway is a way out that has an embedded default and an HTTP form.
type Gateway struct {
	// Gateway is sandbox (payment), embedded (lender) or http; empty is the embedded default.
	Gateway string `env:"GATEWAY"`
	// URL is the other side's endpoint, Key what both sides sign with; CallbackKey stands in for a missing key.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
}

// Carrier is the way to the mobile operators.
type Carrier struct {
	// Gateway is sandbox, http, or off where the deployment offers no carrier verification. Empty is the sandbox in
	// development and off in production.
	Gateway string `env:"GATEWAY"`
	// URL is the service's endpoint, Merchant our number there, Key what both sides sign with; CallbackKey stands in
	// for a missing key.
	URL      string `env:"URL"`
	Merchant string `env:"MERCHANT"`
	Key      Key    `env:"KEY"`
}

// IsDevelopment reports whether this is a development stack.
func (c Config) IsDevelopment() bool { return c.Profile == Development }

// String names the profile and region; secrets have no printed form.
func (c Config) String() string {
	return fmt.Sprintf("profile %s, region %s, products %s, sms %s, payment %s, lender %s, carrier %s, face %s",
		c.Profile, c.Region, strings.Join(c.Products, ","), c.SMS.Gateway, c.Payment.Gateway, c.Lender.Gateway, c.Carrier.Gateway, c.Face.Gateway)
}
