package lender

import (
	"crypto/hmac"
	"crypto/sha256"
)

// Key is the key that one institution and we sign with, made from the configured one: no institution can sign for
// another.
func Key(configured []byte, code string) []byte {
	mac := hmac.New(sha256.New, configured)
	mac.Write([]byte("lender:" + code))
	return mac.Sum(nil)
}
