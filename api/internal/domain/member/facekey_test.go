package member

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func newKey(t *testing.T, curve elliptic.Curve) (*ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	require.NoError(t, err)
	spki, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	require.NoError(t, err)
	return key, spki
}

// sign returns a signature in WebCrypto's form: r and s, 32 bytes each.
func sign(t *testing.T, key *ecdsa.PrivateKey, text string) []byte {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
	require.NoError(t, err)
	raw := make([]byte, 64)
	r.FillBytes(raw[:32])
	s.FillBytes(raw[32:])
	return raw
}

func TestSignedByAcceptsOnlyTheDeviceKeyOverThisNonce(t *testing.T) {
	t.Parallel()
	key, spki := newKey(t, elliptic.P256())
	_, other := newKey(t, elliptic.P256())
	raw := sign(t, key, "loanmarket-face:nonce")
	right := base64.StdEncoding.EncodeToString(raw)
	require.True(t, SignedBy(spki, "nonce", right))
	require.True(t, SignedBy(spki, "nonce", base64.RawURLEncoding.EncodeToString(raw)), "base64url")
	require.False(t, SignedBy(spki, "another", right))
	require.False(t, SignedBy(other, "nonce", right), "another device's key")
	require.False(t, SignedBy(spki, "nonce", base64.StdEncoding.EncodeToString(sign(t, key, "nonce"))), "a signature for something else")
	require.False(t, SignedBy(spki, "nonce", base64.StdEncoding.EncodeToString(make([]byte, 64))))
	require.False(t, SignedBy(nil, "nonce", right))
	require.False(t, SignedBy(spki, "nonce", "%%"))
}

func TestReadFaceKeyAcceptsOnlyP256Keys(t *testing.T) {
	t.Parallel()
	_, spki := newKey(t, elliptic.P256())
	_, wide := newKey(t, elliptic.P384())
	read, err := ReadFaceKey(base64.StdEncoding.EncodeToString(spki))
	require.NoError(t, err)
	require.Equal(t, spki, read)
	require.Len(t, FaceKeyID(read), 16)
	require.Empty(t, FaceKeyID(nil))
	for _, wrong := range []string{"", "%%%", base64.StdEncoding.EncodeToString(wide), base64.StdEncoding.EncodeToString(spki[1:])} {
		_, err := ReadFaceKey(wrong)
		require.Equal(t, reason.InvalidParameter, reason.Of(err), wrong)
	}
}
