package secret_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

func key(b byte) []byte { return bytes.Repeat([]byte{b}, secret.KeySize) }

func ring(t require.TestingT, current string, keys map[string][]byte) *secret.Keyring {
	k, err := secret.NewKeyring(current, keys)
	require.NoError(t, err)
	return k
}

const owner = "identity/0190/id_number"

func TestSealedValueOpensOnlyForItsOwner(t *testing.T) {
	t.Parallel()
	k := ring(t, "2026a", map[string][]byte{"2026a": key(1)})
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		sealed := k.Seal(plain, owner)
		opened, err := k.Open(sealed, owner)
		require.NoError(t, err)
		require.True(t, bytes.Equal(plain, opened))
		require.NotEqual(t, sealed, k.Seal(plain, owner), "equal values must have different ciphertexts")

		_, err = k.Open(sealed, "identity/0191/id_number")
		require.ErrorIs(t, err, secret.ErrSealed)
		broken := bytes.Clone(sealed)
		broken[rapid.IntRange(0, len(broken)-1).Draw(t, "at")] ^= 1
		_, err = k.Open(broken, owner)
		require.ErrorIs(t, err, secret.ErrSealed)
		_, err = k.Open(sealed[:rapid.IntRange(0, len(sealed)-1).Draw(t, "cut")], owner)
		require.ErrorIs(t, err, secret.ErrSealed)
	})
}

func TestRewrapRotatesKeys(t *testing.T) {
	t.Parallel()
	old := ring(t, "2025", map[string][]byte{"2025": key(1)})
	sealed := old.Seal([]byte("087084000999"), owner)

	both := ring(t, "2026", map[string][]byte{"2025": key(1), "2026": key(2)})
	opened, err := both.Open(sealed, owner)
	require.NoError(t, err)
	require.Equal(t, "087084000999", string(opened))

	rewrapped, changed, err := both.Rewrap(sealed, owner)
	require.NoError(t, err)
	require.True(t, changed)
	_, changed, err = both.Rewrap(rewrapped, owner)
	require.NoError(t, err)
	require.False(t, changed)
	_, _, err = both.Rewrap(sealed, "another row")
	require.ErrorIs(t, err, secret.ErrSealed)
	_, _, err = both.Rewrap([]byte("short"), owner)
	require.ErrorIs(t, err, secret.ErrSealed)

	fresh := ring(t, "2026", map[string][]byte{"2026": key(2)})
	opened, err = fresh.Open(rewrapped, owner)
	require.NoError(t, err)
	require.Equal(t, "087084000999", string(opened))
	_, err = fresh.Open(sealed, owner)
	require.ErrorIs(t, err, secret.ErrSealed)
}

// During a rolling restart processes with two configurations run: each must be able to open what the other encrypts. If a new
// key were made the first one at once, half of the processes would not know it.
func TestNewKeyNeedsTwoRollingRestarts(t *testing.T) {
	t.Parallel()
	before := ring(t, "2025", map[string][]byte{"2025": key(1)})
	known := ring(t, "2025", map[string][]byte{"2025": key(1), "2026": key(2)})
	sealing := ring(t, "2026", map[string][]byte{"2025": key(1), "2026": key(2)})
	alone := ring(t, "2026", map[string][]byte{"2026": key(2)})
	beside := func(one, other *secret.Keyring) error {
		_, forth := other.Open(one.Seal([]byte("087084000999"), owner), owner)
		_, back := one.Open(other.Seal([]byte("087084000999"), owner), owner)
		return errors.Join(forth, back)
	}
	require.NoError(t, beside(before, known))
	require.NoError(t, beside(known, sealing))
	require.NoError(t, beside(sealing, alone))
	require.ErrorIs(t, beside(before, sealing), secret.ErrSealed)
}

func TestInvalidKeysAreRejected(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string]map[string][]byte{
		"no current": {"b": key(1)},
		"short":      {"a": key(1)[:16]},
		"no id":      {"a": key(1), "": key(1)},
		"long id":    {"a": key(1), strings.Repeat("x", 256): key(1)},
	} {
		_, err := secret.NewKeyring("a", keys)
		require.ErrorIs(t, err, secret.ErrKey, name)
	}
	_, err := secret.NewHasher([]byte("short"))
	require.ErrorIs(t, err, secret.ErrKey)
}

func TestHashesDifferByDomainAndPartBoundaries(t *testing.T) {
	t.Parallel()
	h, err := secret.NewHasher(key(3))
	require.NoError(t, err)
	other, err := secret.NewHasher(key(4))
	require.NoError(t, err)
	phone := h.Hash("phone", "vi", "0901234567")
	require.True(t, secret.Equal(phone, h.Hash("phone", "vi", "0901234567")))
	for _, different := range [][]byte{
		h.Hash("phone", "vi", "0901234568"),
		h.Hash("phone", "th", "0901234567"),
		h.Hash("email", "vi", "0901234567"),
		h.Hash("id_number", "vi", "0901234567"),
		h.Hash("phone", "vi0", "901234567"),
		h.Hash("phone", "vi0901234567"),
		h.Hash("phonevi", "0901234567"),
		other.Hash("phone", "vi", "0901234567"),
	} {
		require.False(t, secret.Equal(phone, different))
	}
}

// Every later release must compute the same hashes as the stored ones. The expected value was computed independently, from each part
// preceded by its length in eight bytes: openssl dgst -sha256 -mac HMAC -macopt hexkey:<32 times 03>
func TestHashVector(t *testing.T) {
	t.Parallel()
	h, err := secret.NewHasher(key(3))
	require.NoError(t, err)
	require.Equal(t, "5192d60b3160a387bb60da8151443dabb1e4c11f54f5d9eba0c028edefe5e3a0", hex.EncodeToString(h.Hash("phone", "vi", "0901234567")))
}

func TestTokensAndCodes(t *testing.T) {
	t.Parallel()
	token, hash := secret.NewToken()
	again, _ := secret.NewToken()
	require.NotEqual(t, token, again)
	require.Len(t, token, 43)
	require.Equal(t, hash, secret.TokenHash(token))
	require.Len(t, hash, 32)
	require.Regexp(t, `^[0-9]{4}$`, secret.Digits(4))
	require.Regexp(t, `^[2-9A-HJKMNP-Z]{12}$`, secret.Characters(12))
	seen := map[rune]bool{}
	for _, r := range secret.Digits(2_000) {
		seen[r] = true
	}
	require.Len(t, seen, 10)
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	body := []byte(`{"event":"paid"}`)
	at, signature := secret.Sign(key(5), now, body)
	_, ofNobody := secret.Sign(nil, now, body)
	require.NoError(t, secret.Verify(at, signature, body, now.Add(secret.Window), key(5)))
	require.NoError(t, secret.Verify(at, signature, body, now.Add(-secret.Window), key(5)))
	require.NoError(t, secret.Verify(at, signature, body, now, key(6), key(5)), "during a key rotation both keys must be accepted")
	for name, err := range map[string]error{
		"late":         secret.Verify(at, signature, body, now.Add(secret.Window+time.Second), key(5)),
		"early":        secret.Verify(at, signature, body, now.Add(-secret.Window-time.Second), key(5)),
		"other body":   secret.Verify(at, signature, []byte(`{"event":"failed"}`), now, key(5)),
		"other key":    secret.Verify(at, signature, body, now, key(6)),
		"no key":       secret.Verify(at, signature, body, now),
		"empty key":    secret.Verify(at, ofNobody, body, now, nil, []byte{}),
		"other time":   secret.Verify("1773223201", signature, body, now, key(5)),
		"no time":      secret.Verify("soon", signature, body, now, key(5)),
		"not hex":      secret.Verify(at, "zz", body, now, key(5)),
		"no signature": secret.Verify(at, "", body, now, key(5)),
	} {
		require.ErrorIs(t, err, secret.ErrSignature, name)
	}
}

// Computed independently: printf '1773223200.{"event":"paid"}' | openssl dgst -sha256 -hmac secret
func TestSignatureVector(t *testing.T) {
	t.Parallel()
	at, signature := secret.Sign([]byte("secret"), time.Unix(1773223200, 0), []byte(`{"event":"paid"}`))
	require.Equal(t, "1773223200", at)
	require.Equal(t, "d96d9470fbf17c67bee08e28e67b88408996869e995a5bb5c4449a8c9b08af85", signature)
}

func TestMasks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"0901234567": "090••••567", "12345678": "123••678", "1234567": "•••••67", "12345": "•••45", "12": "••", "": ""} {
		require.Equal(t, want, secret.MaskPhone(in))
	}
	for in, want := range map[string]string{
		"Nguyễn Thị Lan": "N••••• T•• Lan", "Lan": "L••", "  ": "", "王芳": "王•", "L": "•", "Đỗ  An": "Đ• An",
	} {
		require.Equal(t, want, secret.MaskName(in), in)
	}
	require.Equal(t, "•••••7858", secret.MaskAccount("257677858"))
	require.Equal(t, "••••", secret.MaskAccount("7858"))
	require.Equal(t, "7858", secret.ShownEnd(secret.MaskAccount("257677858")))
	require.Equal(t, "7858", secret.ShownEnd("7858"))
	require.Empty(t, secret.ShownEnd(secret.MaskAccount("7858")))
	require.Equal(t, "7858", secret.Last4("257677858"))
	require.Equal(t, "••••", secret.Last4("858"))
}

func FuzzOpen(f *testing.F) {
	k := ring(f, "a", map[string][]byte{"a": key(1)})
	f.Add(k.Seal([]byte("x"), owner))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		_, _ = k.Open(sealed, owner)
		_, _, _ = k.Rewrap(sealed, owner)
	})
}

func TestFingerprintDependsOnlyOnKey(t *testing.T) {
	t.Parallel()
	k := ring(t, "a", map[string][]byte{"a": key(1), "b": key(2)})
	prints := k.Fingerprints()
	require.Len(t, prints, 2)
	require.Len(t, prints["a"], 32)
	require.NotEqual(t, prints["a"], prints["b"])
	require.Equal(t, prints["a"], ring(t, "c", map[string][]byte{"c": key(1)}).Fingerprints()["c"])
	h, err := secret.NewHasher(key(1))
	require.NoError(t, err)
	require.Equal(t, prints["a"], h.Fingerprint(), "the same key must have the same fingerprint")
	require.NotEqual(t, key(1), h.Fingerprint())
}
