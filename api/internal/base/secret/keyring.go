// Package secret encrypts data that identifies a person, hashes data that must be found without being readable, signs callbacks
// and generates tokens. Keys come from the configuration and have ids, so that they can be rotated while old values stay
// readable.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
)

const (
	// KeySize is the length of every key in bytes (AES-256).
	KeySize = 32

	version   = 1
	nonceSize = 12
	tagSize   = 16
	// wrappedSize is the length of a data key encrypted with a master key.
	wrappedSize = nonceSize + KeySize + tagSize
)

var (
	// ErrSealed is returned if a value cannot be opened: it was changed, belongs to another row, or its key is missing.
	ErrSealed = errors.New("secret: the value cannot be opened")
	// ErrNoKey is the ErrSealed of a value that names a key that is not in the keyring.
	ErrNoKey = fmt.Errorf("%w: its key is missing", ErrSealed)
	// ErrKey is returned if a key of the configuration is unusable.
	ErrKey = errors.New("secret: a key has an id of 1 to 255 bytes and 32 bytes")
)

// Keyring encrypts and decrypts values. Each value has its own data key, encrypted with the current master key (an envelope):
// rotating the master key rewrites the envelope, not the value inside.
type Keyring struct {
	current string
	masters map[string]cipher.AEAD
	prints  map[string][]byte
}

// NewKeyring takes the master keys by id and the id of the key to encrypt with.
func NewKeyring(current string, keys map[string][]byte) (*Keyring, error) {
	ring := &Keyring{current: current, masters: make(map[string]cipher.AEAD, len(keys)), prints: make(map[string][]byte, len(keys))}
	for id, key := range keys {
		if len(key) != KeySize || len(id) == 0 || len(id) > 255 {
			return nil, fmt.Errorf("%w: %q", ErrKey, id)
		}
		ring.masters[id] = aead(key)
		ring.prints[id] = (&Hasher{key}).Fingerprint()
	}
	if ring.masters[current] == nil {
		return nil, fmt.Errorf("%w: the current key %q is missing", ErrKey, current)
	}
	return ring, nil
}

// Current returns the id of the key that new values are encrypted with.
func (k *Keyring) Current() string { return k.current }

// Fingerprints returns the fingerprints of the master keys by id, computed like Hasher.Fingerprint.
func (k *Keyring) Fingerprints() map[string][]byte { return k.prints }

// Seal encrypts plain. owner binds the value to its row ("identity/<member>/id_number"): under another owner it cannot be
// opened.
//
// Format: version, length of the key id, key id, encrypted data key, encrypted value; each encrypted part begins with its
// nonce.
func (k *Keyring) Seal(plain []byte, owner string) []byte {
	data := random(KeySize)
	defer clear(data)
	sealed := append([]byte{version, byte(len(k.current))}, k.current...)
	sealed = append(sealed, seal(k.masters[k.current], data, owner)...)
	return append(sealed, seal(aead(data), plain, owner)...)
}

// Open decrypts what Seal encrypted for the same owner.
func (k *Keyring) Open(sealed []byte, owner string) ([]byte, error) {
	id, wrapped, value, err := split(sealed)
	if err != nil {
		return nil, err
	}
	data, err := k.unwrap(id, wrapped, owner)
	if err != nil {
		return nil, err
	}
	defer clear(data)
	return open(aead(data), value, owner)
}

// Rewrap re-encrypts the value's data key with the current master key; changed is false if it already is.
func (k *Keyring) Rewrap(sealed []byte, owner string) (rewrapped []byte, changed bool, err error) {
	id, wrapped, value, err := split(sealed)
	if err != nil || id == k.current {
		return sealed, false, err
	}
	data, err := k.unwrap(id, wrapped, owner)
	if err != nil {
		return nil, false, err
	}
	defer clear(data)
	rewrapped = append([]byte{version, byte(len(k.current))}, k.current...)
	rewrapped = append(rewrapped, seal(k.masters[k.current], data, owner)...)
	return append(rewrapped, value...), true, nil
}

func (k *Keyring) unwrap(id string, wrapped []byte, owner string) ([]byte, error) {
	master := k.masters[id]
	if master == nil {
		return nil, fmt.Errorf("%w: %q", ErrNoKey, id)
	}
	data, err := open(master, wrapped, owner)
	if err == nil && len(data) != KeySize {
		return nil, ErrSealed
	}
	return data, err
}

func split(sealed []byte) (id string, wrapped, value []byte, err error) {
	if len(sealed) < 2 || sealed[0] != version {
		return "", nil, nil, ErrSealed
	}
	start := 2 + int(sealed[1])
	if len(sealed) < start+wrappedSize+nonceSize+tagSize {
		return "", nil, nil, ErrSealed
	}
	return string(sealed[2:start]), sealed[start : start+wrappedSize], sealed[start+wrappedSize:], nil
}

func seal(with cipher.AEAD, plain []byte, owner string) []byte {
	nonce := random(nonceSize)
	return with.Seal(nonce, nonce, plain, []byte(owner))
}

func open(with cipher.AEAD, sealed []byte, owner string) ([]byte, error) {
	plain, err := with.Open(nil, sealed[:nonceSize], sealed[nonceSize:], []byte(owner))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

func aead(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // Only a wrong length fails, and lengths are checked.
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return gcm
}

// random returns n random bytes. It never fails: crypto/rand stops the process rather than return weak bytes.
func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}
