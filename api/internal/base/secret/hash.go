package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
)

// Hasher makes keyed hashes: what is equal hashes alike, and without the key a phone number (one of a billion) cannot be
// found by trying. The key is not rotated: hashes have to keep meeting what was stored.
type Hasher struct{ key []byte }

// NewHasher takes a key of 32 bytes.
func NewHasher(key []byte) (*Hasher, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("%w: hash key", ErrKey)
	}
	return &Hasher{key: append([]byte(nil), key...)}, nil
}

// Hash is the keyed hash (32 bytes) of parts within a domain ("phone", "id_number", "sms_code"): the same text in another
// domain hashes differently, and so do parts that are cut elsewhere.
func (h *Hasher) Hash(domain string, parts ...string) []byte {
	mac := hmac.New(sha256.New, h.key)
	for _, part := range append([]string{domain}, parts...) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		mac.Write(size[:])
		mac.Write([]byte(part))
	}
	return mac.Sum(nil)
}

// fingerprintDomain is what a key hashes to be told from others.
const fingerprintDomain = "key_fingerprint"

// Fingerprint tells the key from others (32 bytes), and tells nothing else of it.
func (h *Hasher) Fingerprint() []byte { return h.Hash(fingerprintDomain) }

// Equal compares hashes in constant time.
func Equal(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
