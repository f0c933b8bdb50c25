package lender

import (
	"crypto/hmac"
	"crypto/sha256"
)

// Key derives the signing key of one institution from the configured key, so that no institution can sign for another.
func Key(configured []byte, code string) []byte {
	mac := hmac.New(sha256.New, configured)
	mac.Write([]byte("lender:" + code))
	return mac.Sum(nil)
}
