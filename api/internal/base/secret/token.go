package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"strings"
)

// NewToken returns a bearer token of 256 random bits and its hash, which is stored instead of the token.
func NewToken() (token string, hash []byte) {
	token = base64.RawURLEncoding.EncodeToString(random(32))
	return token, TokenHash(token)
}

// TokenHash returns the hash of a token that is stored. A plain SHA-256 is enough: 256 random bits cannot be found by brute
// force.
func TokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Digits returns a random code of n digits, uniformly distributed.
func Digits(n int) string { return pick("0123456789", n) }

// Alphabet holds the letters and digits that are not easily confused in a picture or on paper.
const Alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

// Characters returns a random code of n characters of the Alphabet, uniformly distributed.
func Characters(n int) string { return pick(Alphabet, n) }

func pick(alphabet string, n int) string {
	var b strings.Builder
	size := big.NewInt(int64(len(alphabet)))
	for range n {
		i, err := rand.Int(rand.Reader, size)
		if err != nil {
			panic(err) // crypto/rand's reader does not fail.
		}
		b.WriteByte(alphabet[i.Int64()])
	}
	return b.String()
}
