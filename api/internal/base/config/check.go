package config

import (
	"bytes"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// problems describes what is wrong, each text with the name of the variable.
type problems []string

func (p *problems) add(wrong bool, text string) {
	if wrong {
		*p = append(*p, text)
	}
}

// leading matches the variable with which the text of a problem begins.
var leading = regexp.MustCompile(`^[A-Z][A-Z0-9_]+`)

func variableOf(problem string) string { return leading.FindString(problem) }

// name reports whether a problem of the variable was found.
func (p problems) name(variable string) bool {
	return slices.ContainsFunc(p, func(text string) bool { return variable != "" && variableOf(text) == variable })
}

// problems returns what is wrong with the configuration.
func (c Config) problems() problems {
	var found problems
	found.add(c.Profile != Development && c.Profile != Production, "PROFILE is development or production")
	found.add(!slices.Contains([]string{"vi", "cn", "id", "th", "gh"}, c.Region), "REGION is vi, cn, id, th or gh")
	found.add(c.Database.RequestConnections < minConnections, "DATABASE_REQUEST_CONNECTIONS is at least 2")
	found.add(c.Database.JobConnections < minConnections, "DATABASE_JOB_CONNECTIONS is at least 2")
	found.add(c.Database.Listen && c.Direct() == "", "DATABASE_DIRECT_URL is needed: LISTEN does not work through a pooler (DATABASE_POOLED); or set DATABASE_LISTEN=false")
	found.add(slices.Contains(c.Products, ""), "PRODUCTS names an empty product")
	found.add(!webAddress(c.S3.Endpoint), "S3_ENDPOINT is not a URL")
	found.add(!slices.Contains([]string{Desk, HTTP, Twilio}, c.SMS.Gateway), "SMS_GATEWAY is desk, http or twilio")
	found.add(!slices.Contains([]string{Sandbox, HTTP}, c.Payment.Gateway), "PAYMENT_GATEWAY is sandbox or http")
	found.add(!slices.Contains([]string{Embedded, HTTP}, c.Lender.Gateway), "LENDER_GATEWAY is embedded or http")
	found.add(c.SMS.Gateway == HTTP && !webAddress(c.SMS.URL), "SMS_URL is not a URL")
	found.add(c.SMS.Gateway == HTTP && c.SMS.Body == "", "SMS_BODY is needed: the template of the JSON request of the provider")
	found.add(c.SMS.Gateway == Twilio && c.SMS.Sender == "" && c.SMS.MessagingService == "", "SMS_SENDER or SMS_MESSAGING_SERVICE is needed for twilio")
	found.add(c.SMS.Gateway == Twilio && (c.SMS.AccountSID == "" || c.SMS.AuthToken == ""), "SMS_ACCOUNT_SID and SMS_AUTH_TOKEN are needed for twilio")
	found.add(c.Payment.Gateway == HTTP && !webAddress(c.Payment.URL), "PAYMENT_URL is not a URL")
	found.add(c.Lender.Gateway == HTTP && !webAddress(c.Lender.URL), "LENDER_URL is not a URL")
	found.add(!slices.Contains([]string{Desk, HTTP}, c.Ads.Gateway), "ADS_GATEWAY is desk or http")
	for name, address := range c.Ads.addresses() {
		found.add(!webAddress(address), name+" is not a URL")
	}
	found.add(c.Ads.Google.incomplete(), "ADS_GOOGLE_DEVELOPER_TOKEN, ADS_GOOGLE_CLIENT_ID and ADS_GOOGLE_CLIENT_SECRET must be set together")
	found.add(!customerForm.MatchString(c.Ads.Google.LoginCustomerID), "ADS_GOOGLE_LOGIN_CUSTOMER_ID is ten digits")
	found.add(c.Chat.URL != "" && !webAddress(c.Chat.URL), "CHAT_URL is not a URL")
	found.add((c.Chat.Account == "") != (c.Chat.Token == ""), "CHAT_ACCOUNT and CHAT_TOKEN must be set together")
	found.add(c.AlarmWebhook.URL != "" && !webAddress(c.AlarmWebhook.URL), "ALARM_WEBHOOK_URL is not a URL")
	found.add(c.AlarmWebhook.URL != "" && c.AlarmWebhook.Key.IsZero(), "ALARM_WEBHOOK_KEY is needed: the receiver verifies our signature with it")
	found.add(!slices.Contains([]string{Sandbox, HTTP, Off}, c.Carrier.Gateway), "CARRIER_GATEWAY is sandbox, http or off")
	found.add(c.Carrier.Gateway == HTTP && !webAddress(c.Carrier.URL), "CARRIER_URL is not a URL")
	found.add(c.Carrier.Gateway == HTTP && c.Carrier.Merchant == "", "CARRIER_MERCHANT is needed: our merchant number with the carrier service")
	found.add(!slices.Contains([]string{Local, HTTP, Off}, c.Face.Gateway), "FACE_GATEWAY is local, http or off")
	found.add(c.Face.Gateway == Local && !webAddress(c.Face.WorkerURL), "FACE_WORKER_URL is not a URL")
	found.add(c.Face.Gateway == Local && len(c.Face.WorkerSecret) < 32, "FACE_WORKER_SECRET is the secret shared by the API and the face worker, at least 32 characters")
	found.add(c.Face.Gateway == HTTP && !webAddress(c.Face.URL), "FACE_URL is not a URL")
	found.add(c.Face.Gateway == HTTP && c.Face.Key.IsZero(), "FACE_KEY is needed: the vendor verifies our calls with it")
	found.add(c.Face.Keep < 24*time.Hour || c.Face.Keep > 90*24*time.Hour, "FACE_KEEP is between 24h, the time for a review by a person, and 2160h, the maximum that borrowers are told")
	found = append(found, c.Face.Limits.problems()...)
	found.add(c.Payment.Gateway != Sandbox && c.Collection.incomplete(), "COLLECTION_BANK_NAME, COLLECTION_ACCOUNT and COLLECTION_HOLDER are needed: the account to which borrowers pay")
	found.add(!c.Collection.inVietQR(), "COLLECTION_BANK_BIN is the bank's six digits, and COLLECTION_ACCOUNT an account of 19 characters at most")
	found.add(!c.Collection.inVirtualAccount(), "COLLECTION_VIRTUAL_PREFIX is three to ten digits, the prefix of the bank's virtual account numbers for single payments")
	found.add(!c.Collection.inEarlierAccounts(), "COLLECTION_VIRTUAL_PREFIXES_EARLIER are prefixes of three to ten digits, separated by commas")
	found.add(!c.Collection.inPromptPay(), "COLLECTION_PROMPTPAY is a mobile number, an id of 13 digits or a wallet of 15")
	found.add(slices.ContainsFunc(c.TrustedProxies, noAddress), "TRUSTED_PROXIES are addresses or ranges (10.0.0.0/8), not names")
	found.add(c.Account.DeleteAfter < time.Hour, "ACCOUNT_DELETE_AFTER is at least 1h: a deletion can be withdrawn until then")
	found.add(c.AssetsKeep < 24*time.Hour, "ASSETS_KEEP is at least 24h: open pages request the files of their own build")
	found.add(c.DrainTime < 0, "DRAIN_TIME is 0 or more")
	found.add(c.StopTime <= 0, "STOP_TIME is above 0")
	found.add(c.SessionIdle != 0 && c.SessionIdle < 15*time.Minute, "SESSION_IDLE is at least 15m, or 0 for none")
	found = append(found, c.Retention.problems()...)
	found.add(c.Account.KeepYears < 0 || c.Account.KeepYears > 100, "ACCOUNT_KEEP_YEARS is 0 to 100")
	found.add(slices.ContainsFunc(c.Origins, noOrigin), "ORIGINS are origins as browsers send them (https://app.example), without a path, separated by commas")
	for name, hosts := range map[string][]string{"CSP_CONNECT": c.CSP.Connect, "CSP_CHAT": c.CSP.Chat, "CSP_PIXELS": c.CSP.Pixels} {
		found.add(strings.ContainsAny(strings.Join(hosts, " "), `;'"`), name+" are hosts (https://chat.example), separated by commas, and nothing else of a policy")
	}
	for name, address := range map[string]Secret{
		"DATABASE_URL": c.DatabaseURL, "MIGRATE_DATABASE_URL": c.MigrateDatabaseURL, "DATABASE_DIRECT_URL": c.Database.DirectURL, "DATABASE_REPLICA_URL": c.Database.ReplicaURL,
	} {
		if address == "" {
			continue
		}
		if err := postgres.CheckURL(name, address.Reveal()); err != nil {
			found = append(found, err.Error())
		}
	}
	if c.Profile == Production {
		found = append(found, c.productionProblems()...)
	}
	return found
}

// productionProblems returns what a production deployment must not run with: development gateways that only pretend to send
// messages or money, and secrets that others may know.
func (c Config) productionProblems() problems {
	var found problems
	found.add(!c.AllowPlaintext && !privateHTTP(c.S3.Endpoint), "S3_ENDPOINT has to be https beyond this machine, or ALLOW_PLAINTEXT=true")
	found.add(!c.AllowPlaintext && !privateDatabase(c.DatabaseURL), "DATABASE_URL has to ask for TLS (sslmode=verify-full, verify-ca or require) beyond this machine, or ALLOW_PLAINTEXT=true")
	found.add(!c.AllowPlaintext && c.MigrateDatabaseURL != "" && !privateDatabase(c.MigrateDatabaseURL), plaintextOwner)
	found.add(!c.AllowPlaintext && c.Face.Gateway == Local && !privateHTTP(c.Face.WorkerURL), "FACE_WORKER_URL has to be https beyond this machine, or ALLOW_PLAINTEXT=true")
	found.add(c.Database.ReplicaURL != "" && !c.AllowPlaintext && !privateDatabase(c.Database.ReplicaURL), "DATABASE_REPLICA_URL has to ask for TLS as DATABASE_URL does, or ALLOW_PLAINTEXT=true")
	found.add(c.Database.DirectURL != "" && !c.AllowPlaintext && !privateDatabase(c.Database.DirectURL), "DATABASE_DIRECT_URL has to ask for TLS as DATABASE_URL does, or ALLOW_PLAINTEXT=true")
	found.add(c.SMS.Gateway == Desk, "SMS_GATEWAY=desk sends nothing: production needs http or twilio")
	found.add(c.Payment.Gateway == Sandbox, "PAYMENT_GATEWAY=sandbox moves no money: production needs http")
	found.add(c.Carrier.Gateway == Sandbox, "CARRIER_GATEWAY=sandbox verifies nobody: production needs http, or off")
	found.add(c.Carrier.Gateway == HTTP && !encrypted(c.Carrier.URL), "CARRIER_URL has to be https")
	for name, one := range map[string]struct {
		gateway string
		key     Key
	}{"PAYMENT_KEY": {c.Payment.Gateway, c.Payment.Key}, "CARRIER_KEY": {c.Carrier.Gateway, c.Carrier.Key}, "ALARM_WEBHOOK_KEY": {c.AlarmWebhook.gateway(), c.AlarmWebhook.Key}} {
		// The lenders' keys are derived from CALLBACK_KEY, so it must not be shared with another service.
		found.add(one.gateway == HTTP && bytes.Equal(one.key.bytes, c.CallbackKey.bytes), name+" is needed: a partner that knows CALLBACK_KEY can sign for every other partner")
	}
	found.add(c.ProductsDir == "", "PRODUCTS_DIR is needed: the embedded products name a fictitious company")
	found.add(slices.ContainsFunc(c.TrustedProxies, coversInternet), "TRUSTED_PROXIES trusts everybody: any client could forge its address")
	found.add(c.SMS.Gateway == HTTP && !encrypted(c.SMS.URL), "SMS_URL has to be https")
	found.add(c.Payment.Gateway == HTTP && !encrypted(c.Payment.URL), "PAYMENT_URL has to be https")
	found.add(c.Lender.Gateway == HTTP && !encrypted(c.Lender.URL), "LENDER_URL has to be https")
	found.add(c.Face.Gateway == HTTP && !encrypted(c.Face.URL), "FACE_URL has to be https")
	for name, address := range c.Ads.addresses() {
		found.add(c.Ads.Gateway == HTTP && !encrypted(address), name+" has to be https")
	}
	found.add(c.Chat.URL != "" && !encrypted(c.Chat.URL), "CHAT_URL has to be https")
	found.add(c.AlarmWebhook.URL != "" && !privateHTTP(c.AlarmWebhook.URL), "ALARM_WEBHOOK_URL has to be https beyond this machine")
	found.add(c.Chat.URL != "" && c.Chat.Key == "", "CHAT_KEY is needed: without it anybody can pose as a borrower in the chat")
	found.add(c.S3.SecretKey == "minioadmin" || len(c.S3.SecretKey) < 16, "S3_SECRET_KEY is too easy to guess: it has at least 16 characters")
	found.add(userOf(c.DatabaseURL) != "" && userOf(c.DatabaseURL) == userOf(c.MigrateDatabaseURL),
		"DATABASE_URL has to name the application's own role, not the owner of MIGRATE_DATABASE_URL")
	return append(found, c.keyProblems()...)
}

// keyProblems returns the keys that production must not have.
func (c Config) keyProblems() problems {
	var found problems
	type named struct {
		variable string
		Key
	}
	keys := []named{{"HASH_KEY", c.HashKey}, {"CALLBACK_KEY", c.CallbackKey}}
	for _, own := range []named{
		{"PAYMENT_KEY", c.Payment.Key}, {"LENDER_KEY", c.Lender.Key}, {"CARRIER_KEY", c.Carrier.Key}, {"SMS_KEY", c.SMS.Key},
		{"FACE_KEY", c.Face.Key}, {"ALARM_WEBHOOK_KEY", c.AlarmWebhook.Key},
	} {
		// A key that is not set equals CallbackKey.
		if !bytes.Equal(own.bytes, c.CallbackKey.bytes) {
			keys = append(keys, own)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.DataKeys.ByID)) {
		found.add(strings.HasPrefix(id, "dev"), "DATA_KEYS holds a development key")
		keys = append(keys, named{"DATA_KEYS", c.DataKeys.ByID[id]})
	}
	for i, key := range keys {
		found.add(key.weak(), key.variable+" has a key of one byte repeated: generate it with `openssl rand -base64 32`")
		for _, other := range keys[:i] {
			found.add(!key.IsZero() && bytes.Equal(other.bytes, key.bytes), key.variable+" repeats a key of "+other.variable+": all keys must differ")
		}
	}
	return found
}

func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

func encrypted(text string) bool { return strings.HasPrefix(text, "https://") }

// noOrigin reports whether no browser sends the text as an origin.
func noOrigin(text string) bool {
	u, err := url.Parse(text)
	return err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != text || text != strings.ToLower(text)
}

// coversInternet reports whether an address range covers all addresses or half of them.
func coversInternet(proxies string) bool {
	prefix, err := netip.ParsePrefix(proxies)
	return err == nil && prefix.Bits() <= 1
}

// noAddress reports whether the server, which only logs a warning, would ignore the proxy because it is not an address or a
// range.
func noAddress(proxy string) bool {
	if strings.Contains(proxy, "/") {
		_, _, err := net.ParseCIDR(proxy)
		return err != nil
	}
	return net.ParseIP(proxy) == nil
}

func userOf(database Secret) string {
	u, err := url.Parse(database.Reveal())
	if err != nil || u.User == nil {
		return ""
	}
	return u.User.Username()
}
