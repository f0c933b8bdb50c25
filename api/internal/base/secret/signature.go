package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"
)

// The headers of a signed message between services, in both directions.
const (
	HeaderTimestamp = "X-Timestamp"
	HeaderSignature = "X-Signature"
)

// Window is the maximum difference between a message's timestamp and the receiver's wall clock.
const Window = 5 * time.Minute

// ErrSignature rejects a message whose signature is wrong or whose timestamp is outside the Window, as it may be a replay.
var ErrSignature = errors.New("secret: wrong or stale signature")

// Sign returns the two header values for a body sent at a wall time: Unix seconds, and the hex HMAC-SHA256 of
// "<timestamp>.<body>".
func Sign(key []byte, at time.Time, body []byte) (timestamp, signature string) {
	timestamp = strconv.FormatInt(at.Unix(), 10)
	return timestamp, hex.EncodeToString(mac(key, timestamp, body))
}

// Verify checks the header values against the receiver's wall clock. Several keys are accepted during a key rotation.
func Verify(timestamp, signature string, body []byte, now time.Time, keys ...[]byte) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return ErrSignature
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > Window || age < -Window {
		return ErrSignature
	}
	given, err := hex.DecodeString(signature)
	if err != nil {
		return ErrSignature
	}
	for _, key := range keys {
		if len(key) > 0 && hmac.Equal(given, mac(key, timestamp, body)) {
			return nil
		}
	}
	return ErrSignature
}

func mac(key []byte, timestamp string, body []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(timestamp))
	m.Write([]byte{'.'})
	m.Write(body)
	return m.Sum(nil)
}
