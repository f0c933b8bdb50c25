package config_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
)

func key(b byte) string {
	raw := bytes.Repeat([]byte{b}, 32)
	raw[0]++
	return base64.StdEncoding.EncodeToString(raw)
}

func production() map[string]string {
	return map[string]string{
		"DATABASE_URL":    "postgres://loanmarket_app:hunter2@db.internal/loanmarket?sslmode=require",
		"S3_ENDPOINT":     "https://s3.internal",
		"S3_ACCESS_KEY":   "access",
		"S3_SECRET_KEY":   "hunter2-hunter2-hunter2",
		"DATA_KEYS":       "2026:" + key(1) + ",2025:" + key(2),
		"HASH_KEY":        key(3),
		"CALLBACK_KEY":    key(4),
		"SMS_GATEWAY":     "twilio",
		"SMS_ACCOUNT_SID": "AC1",
		"SMS_AUTH_TOKEN":  "hunter2",
		"SMS_SENDER":      "VAYRO",
		"PAYMENT_GATEWAY": "http",
		"PAYMENT_URL":     "https://bank.example",
		"PAYMENT_KEY":     key(5),
		"PRODUCTS_DIR":    "/etc/loanmarket/products",

		"COLLECTION_BANK_NAME": "Vietcombank",
		"COLLECTION_BANK_BIN":  "970436",
		"COLLECTION_ACCOUNT":   "1017595600",
		"COLLECTION_HOLDER":    "LOAN MARKET",
	}
}

func with(changes map[string]string) map[string]string {
	all := production()
	maps.Copy(all, changes)
	return all
}

func TestProductionIsTheDefault(t *testing.T) {
	t.Parallel()
	c, err := config.Read(production())
	require.NoError(t, err)
	require.Equal(t, config.Production, c.Profile)
	require.False(t, c.IsDevelopment())
	require.Equal(t, []string{"20005", "20003"}, c.Products)
	require.Equal(t, "vi", c.Region)
	require.Equal(t, config.Embedded, c.Lender.Gateway)
	require.Equal(t, c.CallbackKey.Bytes(), c.Lender.Key.Bytes(), "lender keys are derived from CALLBACK_KEY")
	ring, err := c.DataKeys.Keyring()
	require.NoError(t, err)
	require.Equal(t, "2026", ring.Current())
}

func TestProductionRejectsInvalidConfiguration(t *testing.T) {
	t.Parallel()
	same := key(9)
	for want, changes := range map[string]map[string]string{
		"SMS_GATEWAY=desk":                       {"SMS_GATEWAY": "desk"},
		"PAYMENT_GATEWAY=sandbox":                {"PAYMENT_GATEWAY": ""},
		"PAYMENT_URL has to be":                  {"PAYMENT_URL": "http://bank.example"},
		"CARRIER_GATEWAY=sandbox":                {"CARRIER_GATEWAY": "sandbox"},
		"ALARM_WEBHOOK_URL has":                  {"ALARM_WEBHOOK_URL": "http://duty.example", "ALARM_WEBHOOK_KEY": key(8)},
		"ALARM_WEBHOOK_URL is not":               {"ALARM_WEBHOOK_URL": "duty", "ALARM_WEBHOOK_KEY": key(8)},
		"ALARM_WEBHOOK_KEY is":                   {"ALARM_WEBHOOK_URL": "https://duty.example"},
		"ALARM_WEBHOOK_KEY is needed: a partner": {"ALARM_WEBHOOK_URL": "https://duty.example", "ALARM_WEBHOOK_KEY": key(4)},
		"CARRIER_URL has to be":                  {"CARRIER_GATEWAY": "http", "CARRIER_URL": "http://carrier.example", "CARRIER_MERCHANT": "M1"},
		"LENDER_URL has to be":                   {"LENDER_GATEWAY": "http", "LENDER_URL": "http://lender.example"},
		"PAYMENT_KEY is needed":                  {"PAYMENT_KEY": ""},
		"PAYMENT_KEY is needed: a partner":       {"PAYMENT_KEY": key(4)},
		"CARRIER_KEY is needed":                  {"CARRIER_GATEWAY": "http", "CARRIER_URL": "https://carrier.example", "CARRIER_MERCHANT": "M1"},
		"PRODUCTS_DIR is needed":                 {"PRODUCTS_DIR": ""},
		"TRUSTED_PROXIES trusts":                 {"TRUSTED_PROXIES": "10.0.0.0/8,0.0.0.0/0"},
		"TRUSTED_PROXIES":                        {"TRUSTED_PROXIES": "::/0"},
		"TRUSTED_PROXIES are":                    {"TRUSTED_PROXIES": "10.0.0.1, proxy.internal"},
		"TRUSTED_PROXIES are a":                  {"TRUSTED_PROXIES": "10.0.0.0/33"},
		"TRUSTED_PROXIES are ad":                 {"TRUSTED_PROXIES": "10.0.0.1,,"},
		"COLLECTION_BANK_BIN is":                 {"COLLECTION_BANK_BIN": "VCB"},
		"COLLECTION_BANK_BIN is t":               {"COLLECTION_ACCOUNT": "12345678901234567890"},
		"COLLECTION_PROMPTPAY is":                {"COLLECTION_PROMPTPAY": "12345"},
		"COLLECTION_VIRTUAL_PREFIX is":           {"COLLECTION_VIRTUAL_PREFIX": "88-610"},
		"COLLECTION_VIRTUAL_PREFIXES_EARLIER":    {"COLLECTION_VIRTUAL_PREFIXES_EARLIER": "88609,88-610"},
		"SMS_BODY is":                            {"SMS_GATEWAY": "http", "SMS_URL": "https://sms.example"},
		"SMS_SENDER or":                          {"SMS_SENDER": ""},
		"S3_SECRET_KEY":                          {"S3_SECRET_KEY": "minioadmin"},
		"S3_ENDPOINT has to be":                  {"S3_ENDPOINT": "http://s3.internal"},
		"DATABASE_URL has to ask":                {"DATABASE_URL": "postgres://loanmarket_app:hunter2@db.internal/loanmarket"},
		"DATABASE_URL has to ask fo":             {"DATABASE_URL": "postgres://loanmarket_app:hunter2@db.internal/loanmarket?sslmode=disable"},
		"DATABASE_REPLICA_URL has":               {"DATABASE_REPLICA_URL": "postgres://loanmarket_app:hunter2@db2.internal/loanmarket"},
		"DRAIN_TIME is":                          {"DRAIN_TIME": "-1s"},
		"STOP_TIME is":                           {"STOP_TIME": "0s"},
		"MIGRATE_DATABASE_URL has":               {"MIGRATE_DATABASE_URL": "postgres://owner:hunter2@db.internal/loanmarket?sslmode=prefer"},
		"FACE_WORKER_URL has to be":              {"FACE_GATEWAY": "local", "FACE_WORKER_URL": "http://face:8787", "FACE_WORKER_SECRET": "hunter2-hunter2-hunter2-hunter2-hunter2"},
		"SESSION_IDLE is":                        {"SESSION_IDLE": "1m"},
		"FACE_KEEP is between":                   {"FACE_KEEP": "2161h"}, // borrowers are told at most 90 days
		"RETAIN_TRACKING is between":             {"RETAIN_TRACKING": "0s"},
		"RETAIN_LOGIN_ORIGINS is between":        {"RETAIN_LOGIN_ORIGINS": "2161h"},
		"development key":                        {"DATA_KEYS": "dev:" + key(1)},
		"CALLBACK_KEY repeats a key of HASH_KEY": {"HASH_KEY": same, "CALLBACK_KEY": same},
		"PAYMENT_KEY repeats a key of HASH_KEY":  {"PAYMENT_KEY": same, "HASH_KEY": same},
		"DATA_KEYS repeats a key of DATA_KEYS":   {"DATA_KEYS": "2026:" + same + ",2025:" + same},
		"LENDER_KEY has a key of one byte":       {"LENDER_KEY": base64.StdEncoding.EncodeToString(make([]byte, 32))},
		"HASH_KEY has a key of one byte":         {"HASH_KEY": base64.StdEncoding.EncodeToString(make([]byte, 32))},
		"FACE_LIMIT_PER_DAY is above 0":          {"FACE_LIMIT_PER_DAY": "0"},
		"ACCOUNT_KEEP_YEARS is":                  {"ACCOUNT_KEEP_YEARS": "300000"}, // PostgreSQL stores no such day
		"ORIGINS are":                            {"ORIGINS": "app.example"},
		"ORIGINS are or":                         {"ORIGINS": "https://app.example/"},
		"CSP_CONNECT are":                        {"CSP_CONNECT": "https://a.example; script-src *"},
		"CSP_PIXELS are":                         {"CSP_PIXELS": "'unsafe-eval'"},
		"MIGRATE_DATABASE_URL is not":            {"MIGRATE_DATABASE_URL": "postgres://u:a/hunter2@127.0.0.1/d"},
		"DATABASE_DIRECT_URL is not":             {"DATABASE_DIRECT_URL": "postgres://u:a/hunter2@127.0.0.1/d"},
		"DATABASE_REPLICA_URL is not":            {"DATABASE_REPLICA_URL": "postgres://u:a/hunter2@127.0.0.1/d"},
		"application's own role":                 {"MIGRATE_DATABASE_URL": "postgres://loanmarket_app:x@db.internal/loanmarket?sslmode=require"},
		"PROFILE is":                             {"PROFILE": "staging"},
		"REGION is":                              {"REGION": "fr"},
		"PRODUCTS":                               {"PRODUCTS": "20005,,"},
		"S3_ENDPOINT is not":                     {"S3_ENDPOINT": "s3.internal:9000"},
		"SMS_URL is not":                         {"SMS_GATEWAY": "http"},
		"SMS_ACCOUNT_SID":                        {"SMS_AUTH_TOKEN": ""},
		"PAYMENT_URL is not":                     {"PAYMENT_URL": "bank"},
		"COLLECTION_ACCOUNT":                     {"COLLECTION_ACCOUNT": ""},
		"CARRIER_URL is not":                     {"CARRIER_GATEWAY": "http", "CARRIER_MERCHANT": "M1"},
		"CARRIER_MERCHANT is":                    {"CARRIER_GATEWAY": "http", "CARRIER_URL": "https://carrier.example"},
		"CARRIER_GATEWAY is":                     {"CARRIER_GATEWAY": "friend"},
		"LENDER_URL is not":                      {"LENDER_GATEWAY": "http"},
		"LENDER_GATEWAY is":                      {"LENDER_GATEWAY": "friend"},
		"DATABASE_URL is":                        {"DATABASE_URL": ""},
		"DATABASE_URL is not the address":        {"DATABASE_URL": " "},
		"HASH_KEY has the wrong form: a key is":  {"HASH_KEY": "hunter2"},
		"DATA_KEYS has the wrong form: it is id": {"DATA_KEYS": key(1)},
		"DATA_KEYS has the wrong f":              {"DATA_KEYS": "a:" + key(1) + ",a:" + key(2)},
	} {
		_, err := config.Read(with(changes))
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "hunter2", want)
	}
	_, err := config.Read(map[string]string{})
	for _, missing := range []string{"DATABASE_URL", "S3_ENDPOINT", "HASH_KEY", "DATA_KEYS", "CALLBACK_KEY"} {
		require.ErrorContains(t, err, missing, "one error must name every missing variable")
	}
}

func TestListsMayContainSpaces(t *testing.T) {
	t.Parallel()
	c, err := config.Read(with(map[string]string{
		"PRODUCTS": "20005, 20003", "ORIGINS": "https://a.example, https://b.example", "TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.1",
	}))
	require.NoError(t, err)
	require.Equal(t, []string{"20005", "20003"}, c.Products)
	require.Equal(t, []string{"https://a.example", "https://b.example"}, c.Origins)
	require.Equal(t, []string{"10.0.0.0/8", "192.0.2.1"}, c.TrustedProxies)
}

// Several fields have the same name in code: KEY, LISTEN, WAIT. The error must name the variable.
func TestErrorNamesEveryMalformedVariable(t *testing.T) {
	t.Parallel()
	wrong := map[string]string{}
	fields, err := env.GetFieldParams(&config.Config{})
	require.NoError(t, err)
	for _, field := range fields {
		_, err := config.Read(with(map[string]string{field.Key: "hunter2"}))
		if err != nil && strings.Contains(err.Error(), "wrong form") {
			wrong[field.Key] = "hunter2"
			assert.Regexp(t, "^configuration: "+field.Key+" has the wrong form: [^;]{10,}$", err.Error(), "the error must say which form is right, and nothing else")
		}
	}
	for _, name := range []string{"PAYMENT_KEY", "ALARM_WEBHOOK_KEY", "DATABASE_LISTEN", "FACE_LIMIT_WAIT", "RETAIN_NOTICES", "DATA_KEYS"} {
		require.Contains(t, wrong, name)
	}
	wrong["HASH_KEY"] = ""
	_, err = config.Read(with(wrong))
	for name := range wrong {
		assert.ErrorContains(t, err, name+" ", "one error must name every malformed variable")
	}
	require.NotContains(t, err.Error(), "hunter2")
}

// Whoever sets up a deployment reads the error once: a variable that cannot be parsed hides no other one.
func TestErrorNamesMissingMalformedAndInvalidVariablesTogether(t *testing.T) {
	t.Parallel()
	_, err := config.Read(with(map[string]string{
		"S3_ENDPOINT": "", "STOP_TIME": "soon", "REGION": "fr", "FACE_LIMIT_WAIT": "0s", "PAYMENT_KEY": "",
	}))
	for _, want := range []string{"S3_ENDPOINT is empty", "STOP_TIME has", "REGION is", "FACE_LIMIT_WAIT is above 0", "PAYMENT_KEY is needed"} {
		require.ErrorContains(t, err, want)
	}
	for _, once := range []string{"S3_ENDPOINT", "STOP_TIME"} {
		require.Equal(t, 1, strings.Count(err.Error(), once), err)
	}
}

func TestDevelopmentMayUseTheEmbeddedDefaults(t *testing.T) {
	t.Parallel()
	c, err := config.Read(with(map[string]string{
		"PROFILE": "development", "SMS_GATEWAY": "", "PAYMENT_GATEWAY": "", "DATA_KEYS": "dev:" + key(1), "S3_SECRET_KEY": "short",
	}))
	require.NoError(t, err)
	require.True(t, c.IsDevelopment())
	require.Equal(t, config.Desk, c.SMS.Gateway)
	require.Equal(t, config.Sandbox, c.Payment.Gateway)
	c, err = config.Read(with(map[string]string{"PROFILE": "development", "PAYMENT_KEY": ""}))
	require.NoError(t, err)
	require.Equal(t, c.CallbackKey.Bytes(), c.Payment.Key.Bytes(), "a gateway without its own key uses CALLBACK_KEY")
}

func TestSecretsNeverPrint(t *testing.T) {
	t.Parallel()
	c, err := config.Read(production())
	require.NoError(t, err)
	asJSON, err := json.Marshal(c)
	require.NoError(t, err)
	for _, text := range []string{
		string(asJSON), fmt.Sprint(c), fmt.Sprintf("%v", c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%s", c.S3),
		fmt.Sprintf("%#v", c.S3), fmt.Sprintf("%+v", c.SMS), fmt.Sprintf("%v %#v", c.HashKey, c.HashKey), fmt.Sprintf("%v %#v", c.DataKeys, c.DataKeys),
	} {
		require.NotContains(t, text, "hunter2")
		require.NotContains(t, text, key(1)[:20])
		require.NotContains(t, text, "1, 0x")
	}
	require.Equal(t, "hunter2", c.SMS.AuthToken.Reveal())
	require.Contains(t, c.String(), "profile production, region vi")
}
