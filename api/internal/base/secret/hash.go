package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
)

// Hasher computes keyed hashes: equal inputs have equal hashes, and without the key a phone number (one of a billion) cannot be
// found by brute force. The key is not rotated: new hashes must match stored ones.
type Hasher struct{ key []byte }

// NewHasher returns a Hasher for a key of 32 bytes.
func NewHasher(key []byte) (*Hasher, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("%w: hash key", ErrKey)
	}
	return &Hasher{key: append([]byte(nil), key...)}, nil
}

// Hash returns the keyed hash (32 bytes) of parts within a domain ("phone", "id_number", "sms_code"). The same text in another
// domain has another hash, and so do the same characters split into parts differently.
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

// fingerprintDomain is the domain of key fingerprints.
const fingerprintDomain = "key_fingerprint"

// Fingerprint returns 32 bytes that identify the key without revealing it.
func (h *Hasher) Fingerprint() []byte { return h.Hash(fingerprintDomain) }

// Equal compares hashes in constant time.
func Equal(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
