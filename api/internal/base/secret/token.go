package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"strings"
)

// NewToken makes a bearer token of 256 random bits and the hash that is stored in its stead.
func NewToken() (token string, hash []byte) {
	token = base64.RawURLEncoding.EncodeToString(random(32))
	return token, TokenHash(token)
}

// TokenHash is what is stored of a token. A plain SHA-256 will do: 256 random bits cannot be tried.
func TokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Digits makes a random code of n digits, each as likely as any other.
func Digits(n int) string { return pick("0123456789", n) }

// Characters makes a random code of n characters that cannot be mistaken for one another in a picture or on paper.
func Characters(n int) string { return pick("23456789ABCDEFGHJKMNPQRSTUVWXYZ", n) }

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
