package app_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/composetest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// The containers of compose.yaml start with each SMS sender, given only its own variables.
func TestContainersStartWithEverySMSSender(t *testing.T) {
	t.Parallel()
	for name, sender := range map[string]map[string]string{
		"http":              {"SMS_GATEWAY": "http", "SMS_URL": "https://sms.example", "SMS_BODY": `{"to": {{json .Phone}}, "text": {{json .Body}}}`, "SMS_REFUSED": "422"},
		"twilio":            {"SMS_GATEWAY": "twilio", "SMS_ACCOUNT_SID": "AC1", "SMS_AUTH_TOKEN": "t", "SMS_SENDER": "VAYRO"},
		"messaging service": {"SMS_GATEWAY": "twilio", "SMS_ACCOUNT_SID": "AC1", "SMS_AUTH_TOKEN": "t", "SMS_MESSAGING_SERVICE": "MG1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := production()
			for _, variable := range []string{"SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_SENDER"} {
				delete(given, variable)
			}
			maps.Copy(given, sender)
			maps.Copy(given, map[string]string{
				"DATA_KEYS": "2026:" + key(1), "HASH_KEY": key(2), "CALLBACK_KEY": key(3), "TRUSTED_PROXIES": "172.16.0.0/12", "PRODUCTS": "20005",
			})
			environment := composetest.Read(t).Environment("api", given)
			store, database := s3test.New(t), postgrestest.Create(t)
			maps.Copy(environment, database.Variables())
			// These variables stand for the container's surroundings.
			maps.Copy(environment, map[string]string{
				"PROFILE": "production", "S3_ENDPOINT": "http://" + store.Endpoint, "S3_ACCESS_KEY": store.AccessKey,
				"S3_SECRET_KEY": store.SecretKey, "S3_BUCKET_PREFIX": store.Prefix, "PRODUCTS_DIR": given["PRODUCTS_DIR"], "APP_DIR": "",
			})
			require.NoError(t, build(t, database, environment))
		})
	}
}
