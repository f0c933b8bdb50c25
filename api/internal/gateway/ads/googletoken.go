package ads

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

// googleExpiryMargin is how long before its expiry an access token is no longer used.
const googleExpiryMargin = time.Minute

type googleToken struct {
	value string
	until time.Time
}

// googleTokens caches access tokens by the hash of the refresh token. (x/oauth2 would hold the refresh tokens themselves, cannot
// drop a revoked access token, and puts the service's response text into errors.)
type googleTokens struct {
	line *client
	who  Google

	asked singleflight.Group[googleToken]
	mu    sync.Mutex
	known map[[sha256.Size]byte]googleToken
}

// get returns an access token for a refresh token. Concurrent callers share one request. fresh reports whether the token was just issued.
func (t *googleTokens) get(ctx context.Context, refresh string) (token string, fresh bool, err error) {
	key := sha256.Sum256([]byte(refresh))
	t.mu.Lock()
	kept := t.known[key]
	t.mu.Unlock()
	if time.Now().Before(kept.until) {
		return kept.value, false, nil
	}
	given, err := t.asked.Do(ctx, string(key[:]), func(ctx context.Context) (googleToken, error) { return t.ask(ctx, key, refresh) })
	return given.value, err == nil, err
}

// ask requests an access token from the token service and caches it.
func (t *googleTokens) ask(ctx context.Context, key [sha256.Size]byte, refresh string) (googleToken, error) {
	form := url.Values{
		"grant_type": {"refresh_token"}, "client_id": {t.who.ClientID}, "client_secret": {t.who.ClientSecret}, "refresh_token": {refresh},
	}
	status, answer, err := t.line.post(ctx, "google", t.who.TokenURL, "application/x-www-form-urlencoded", nil, []byte(form.Encode()))
	if err != nil {
		return googleToken{}, err
	}
	var said struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
		// Example: {"error":"invalid_grant"}
		Error string `json:"error"`
	}
	_ = json.Unmarshal(answer, &said)
	if status >= http.StatusMultipleChoices || said.Token == "" {
		return googleToken{}, answerError(tokenKind(status), "google's token service", status, oauthCode(said.Error))
	}
	given := googleToken{said.Token, time.Now().Add(time.Duration(said.Seconds)*time.Second - googleExpiryMargin)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known[key] = given
	return given, nil
}

func (t *googleTokens) forget(refresh string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.known, sha256.Sum256([]byte(refresh)))
}

// tokenKind returns the kind of error for a status of the token service. It never returns ErrRefused, because the service rejects
// credentials, not reports.
func tokenKind(status int) error {
	if k := kind(status); k != ErrRefused {
		return k
	}
	return ErrUnauthorized
}

// oauthCode returns said if it is a known error code, and "none" otherwise.
func oauthCode(said string) string {
	switch said {
	case "invalid_grant", "invalid_client", "unauthorized_client", "invalid_request", "invalid_scope":
		return said
	}
	return "none"
}
