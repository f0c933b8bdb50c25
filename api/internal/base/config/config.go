// Package config reads the settings of a deployment from environment variables into one value. Secrets are never printed.
package config

import (
	"fmt"
	"strings"
	"time"
)

// Profile distinguishes a development stack from production. No other code branches on the environment.
type Profile string

// The profiles.
const (
	Development Profile = "development"
	Production  Profile = "production"
)

// The choices of the gateways: an embedded default, or a real service.
const (
	Desk     = "desk"
	Sandbox  = "sandbox"
	Embedded = "embedded"
	HTTP     = "http"
	Twilio   = "twilio"
	Off      = "off"
)

// Config contains all settings of a deployment. The variable's name is beside each field; a field that has no default and is
// not optional is required.
type Config struct {
	// Profile is production unless it is set.
	Profile Profile `env:"PROFILE" envDefault:"production"`
	// Region is the region that this deployment serves: vi, cn, id, th or gh.
	Region string `env:"REGION" envDefault:"vi"`
	// Products are the product ids that are served. The first one is used if no host name matches.
	Products []string `env:"PRODUCTS" envDefault:"20005,20003"`

	// DatabaseURL is the URL of PostgreSQL with the application's least-privilege role.
	DatabaseURL Secret `env:"DATABASE_URL,notEmpty"`
	// MigrateDatabaseURL is the same database with the schema owner's role; `loanmarket migrate` needs it, serving does not.
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

	// DataKeys encrypt identity data: id:base64. The first key encrypts; the others still decrypt older values.
	DataKeys DataKeys `env:"DATA_KEYS,notEmpty"`
	// HashKey is the key of the hashes for lookup. It is never rotated.
	HashKey Key `env:"HASH_KEY,notEmpty"`
	// CallbackKey signs messages between us and every partner that has no key of its own.
	CallbackKey Key `env:"CALLBACK_KEY,notEmpty"`

	// ProductsDir contains <id>.yaml files of the products; if empty, the demonstration products are used.
	ProductsDir string `env:"PRODUCTS_DIR"`
	// ContentDir contains the operator's texts, <lang>/<page>.md; built-in texts are used for missing files.
	ContentDir string `env:"CONTENT_DIR"`
	CSP        CSP    `envPrefix:"CSP_"`
	Ads        Ads    `envPrefix:"ADS_"`
	Chat       Chat   `envPrefix:"CHAT_"`

	// AppDir contains the built app; if empty, only the API is served.
	AppDir    string    `env:"APP_DIR"`
	Retention Retention `envPrefix:"RETAIN_"`
	// AssetsKeep is how long the files of a build are kept after it was last served, for pages that were opened before.
	AssetsKeep time.Duration `env:"ASSETS_KEEP" envDefault:"720h"`
	// DrainTime is how long a stopping process keeps serving requests while /readyz fails, so that load balancers stop using
	// it. StopTime is how long running requests and jobs may take after that.
	DrainTime time.Duration `env:"DRAIN_TIME" envDefault:"10s"`
	StopTime  time.Duration `env:"STOP_TIME" envDefault:"110s"`
	// SessionIdle ends the session of a device that was not active for this long; if zero, only the limit of 720 hours applies.
	SessionIdle time.Duration `env:"SESSION_IDLE"`
	// AllowPlaintext allows production to connect to PostgreSQL, the object store and the face worker on other machines without
	// TLS, for deployments whose network is private.
	AllowPlaintext bool `env:"ALLOW_PLAINTEXT"`
	// TrustedProxies are the addresses or CIDR ranges whose X-Forwarded-For is trusted.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Origins are the other origins from which browsers may call the API.
	Origins []string `env:"ORIGINS"`
	// MetricsAddress is the address that serves /metrics on its own port; if empty, metrics are not served.
	MetricsAddress string `env:"METRICS_ADDRESS"`
	// AlarmWebhook is notified of what waits for a person.
	AlarmWebhook AlarmWebhook `envPrefix:"ALARM_WEBHOOK_"`
}

// AlarmWebhook is the webhook that receives alarms for the people on duty. Without a URL no alarm is sent.
type AlarmWebhook struct {
	// URL receives a JSON POST per alarm, signed with Key.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
}

func (w AlarmWebhook) gateway() string {
	if w.URL == "" {
		return Off
	}
	return HTTP
}

// Account is what happens to the account of a borrower who leaves.
type Account struct {
	// DeleteAfter is how long a request for deletion can be withdrawn before it is carried out.
	DeleteAfter time.Duration `env:"DELETE_AFTER" envDefault:"168h"`
	// KeepYears is how many years the contracts and receipts of disbursed loans are kept after that, as the region's accounting
	// law requires.
	KeepYears int `env:"KEEP_YEARS" envDefault:"10"`
}

// CSP lists the external hosts that pages may load from ("https://chat.example").
type CSP struct {
	// Connect are hosts that the app calls, Chat is the host of the chat widget, Pixels are the hosts of the ad platforms on
	// the landing page and in the sandboxed frame of the app.
	Connect []string `env:"CONNECT"`
	Chat    []string `env:"CHAT"`
	Pixels  []string `env:"PIXELS"`
}

// Ads configures how conversions are reported to advertising platforms.
type Ads struct {
	// Gateway is desk (nothing is sent) or http; the pixels and tokens are stored with the channels.
	Gateway string `env:"GATEWAY" envDefault:"desk"`
	// MetaURL and TikTokURL are the APIs of those platforms.
	MetaURL   string    `env:"META_URL" envDefault:"https://graph.facebook.com"`
	TikTokURL string    `env:"TIKTOK_URL" envDefault:"https://business-api.tiktok.com"`
	Google    GoogleAds `envPrefix:"GOOGLE_"`
}

// GoogleAds is the account that reports to Google Ads. Without a developer token nothing is reported.
type GoogleAds struct {
	URL            string `env:"URL" envDefault:"https://googleads.googleapis.com"`
	TokenURL       string `env:"TOKEN_URL" envDefault:"https://oauth2.googleapis.com/token"`
	DeveloperToken Secret `env:"DEVELOPER_TOKEN"`
	// ClientID and ClientSecret belong to the OAuth client for which the channels' refresh tokens were issued.
	ClientID     string `env:"CLIENT_ID"`
	ClientSecret Secret `env:"CLIENT_SECRET"`
	// LoginCustomerID is the manager account, ten digits; only for advertisers managed by one.
	LoginCustomerID string `env:"LOGIN_CUSTOMER_ID"`
}

// Chat is a third party's chat widget; disabled without a URL. The inbox is the product's entId.
type Chat struct {
	// URL is the host of the widget's script; it is added to the content security policy automatically.
	URL string `env:"URL"`
	// Key is the inbox's HMAC token, which authenticates borrowers to the chat.
	Key Secret `env:"KEY"`
	// Account is the number of the chat account, Token an access token of one of its administrators. They are used to delete
	// the contacts of deleted borrowers.
	Account    string `env:"ACCOUNT"`
	Token      Secret `env:"TOKEN"`
	OnPayPages bool   `env:"ON_PAY_PAGES"`
	InShell    bool   `env:"IN_SHELL"`
}

// S3 is the object store.
type S3 struct {
	// Endpoint is a URL; https uses TLS.
	Endpoint  string `env:"ENDPOINT,notEmpty"`
	AccessKey string `env:"ACCESS_KEY,notEmpty"`
	SecretKey Secret `env:"SECRET_KEY,notEmpty"`
	Region    string `env:"REGION" envDefault:"us-east-1"`
	// BucketPrefix is prepended to the name of each kind's bucket.
	BucketPrefix string `env:"BUCKET_PREFIX" envDefault:"loanmarket-"`
}

// SMS configures how messages are sent.
type SMS struct {
	// Gateway is desk, http or twilio.
	Gateway string `env:"GATEWAY" envDefault:"desk"`
	// Sender is the sender's name or number.
	Sender string `env:"SENDER"`
	// URL, Body (a template of the JSON), User and Password are for the http provider; Key, if set, signs the request.
	URL      string `env:"URL"`
	Body     string `env:"BODY"`
	User     string `env:"USER"`
	Password Secret `env:"PASSWORD"`
	Key      Key    `env:"KEY"`
	// Refused describes the responses with which the http provider reports that a number can never be reached: statuses, and
	// JSON fields with their values.
	Refused []string `env:"REFUSED"`
	// AccountSID, AuthToken and MessagingService are for Twilio.
	AccountSID       string `env:"ACCOUNT_SID"`
	AuthToken        Secret `env:"AUTH_TOKEN"`
	MessagingService string `env:"MESSAGING_SERVICE"`
}

// Gateway is an outgoing connection with an embedded default and an HTTP variant.
type Gateway struct {
	// Gateway is sandbox (payment), embedded (lender) or http; empty means the embedded default.
	Gateway string `env:"GATEWAY"`
	// URL is the partner's endpoint, Key the key with which both sides sign; CallbackKey is used if it is not set.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
}

// Carrier is the connection to the mobile operators.
type Carrier struct {
	// Gateway is sandbox, http, or off if the deployment offers no carrier verification. Empty means sandbox in development and
	// off in production.
	Gateway string `env:"GATEWAY"`
	// URL is the service's endpoint, Merchant our number there, Key the key with which both sides sign; CallbackKey is used if
	// it is not set.
	URL      string `env:"URL"`
	Merchant string `env:"MERCHANT"`
	Key      Key    `env:"KEY"`
}

// IsDevelopment reports whether this is a development stack.
func (c Config) IsDevelopment() bool { return c.Profile == Development }

// String returns the profile, region, products and gateways, but no secrets.
func (c Config) String() string {
	return fmt.Sprintf("profile %s, region %s, products %s, sms %s, payment %s, lender %s, carrier %s, face %s",
		c.Profile, c.Region, strings.Join(c.Products, ","), c.SMS.Gateway, c.Payment.Gateway, c.Lender.Gateway, c.Carrier.Gateway, c.Face.Gateway)
}
