package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"
)

// The headers of a signed message between machines, in both directions.
const (
	HeaderTimestamp = "X-Timestamp"
	HeaderSignature = "X-Signature"
)

// Window is how far a message's time stamp may be from the receiver's wall clock.
const Window = 5 * time.Minute

// ErrSignature refuses a message: not signed by us, or too old to be trusted not to be a replay.
var ErrSignature = errors.New("secret: wrong or stale signature")

// Sign gives the two header values for a body that is sent at a wall-clock time: Unix seconds, and the hex HMAC-SHA256 of
// "<timestamp>.<body>".
func Sign(key []byte, at time.Time, body []byte) (timestamp, signature string) {
	timestamp = strconv.FormatInt(at.Unix(), 10)
	return timestamp, hex.EncodeToString(mac(key, timestamp, body))
}

// Verify checks them against the receiver's wall clock. Several keys are accepted while one replaces another.
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
