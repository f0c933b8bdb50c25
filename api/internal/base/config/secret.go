package config

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// hidden is what is printed or logged instead of a secret.
const hidden = "[secret]"

// Secret is a string that is never printed.
type Secret string

// Reveal returns the string.
func (s Secret) Reveal() string { return string(s) }

// String hides the secret from fmt.
func (s Secret) String() string { return hidden }

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return hidden }

// MarshalText hides the secret from JSON and logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Key is a key of 32 bytes, configured in base64, that is never printed.
type Key struct{ bytes []byte }

var errKey = errors.New("a key is the base64 of 32 bytes")

// UnmarshalText reads standard base64.
func (k *Key) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil || len(raw) != secret.KeySize {
		return errKey
	}
	k.bytes = raw
	return nil
}

// Bytes returns the key.
func (k Key) Bytes() []byte { return k.bytes }

// IsZero reports whether no key was set.
func (k Key) IsZero() bool { return len(k.bytes) == 0 }

// String hides the key from fmt.
func (k Key) String() string { return hidden }

// GoString hides the key from %#v.
func (k Key) GoString() string { return hidden }

// MarshalText hides the key from JSON and logs.
func (k Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// weak reports whether all bytes of the key are equal, so that it was not generated at random.
func (k Key) weak() bool {
	return len(k.bytes) > 0 && bytes.Count(k.bytes, k.bytes[:1]) == len(k.bytes)
}

// DataKeys are the master keys by id; the first one encrypts.
type DataKeys struct {
	Current string
	ByID    map[string]Key
}

// UnmarshalText reads id:base64,id:base64.
func (d *DataKeys) UnmarshalText(text []byte) error {
	d.ByID = map[string]Key{}
	for entry := range strings.SplitSeq(string(text), ",") {
		id, encoded, found := strings.Cut(strings.TrimSpace(entry), ":")
		var key Key
		if err := key.UnmarshalText([]byte(encoded)); err != nil || !found || id == "" {
			return fmt.Errorf("DATA_KEYS is id:key,id:key: %w", errKey)
		}
		if _, twice := d.ByID[id]; twice {
			return errors.New("DATA_KEYS names an id twice")
		}
		d.ByID[id] = key
		if d.Current == "" {
			d.Current = id
		}
	}
	return nil
}

// Keyring returns the keyring with these keys.
func (d DataKeys) Keyring() (*secret.Keyring, error) {
	keys := make(map[string][]byte, len(d.ByID))
	for id, key := range d.ByID {
		keys[id] = key.Bytes()
	}
	return secret.NewKeyring(d.Current, keys)
}

// String hides the keys from fmt.
func (d DataKeys) String() string { return hidden }

// GoString hides the keys from %#v.
func (d DataKeys) GoString() string { return hidden }

// MarshalText hides the keys from JSON and logs.
func (d DataKeys) MarshalText() ([]byte, error) { return []byte(hidden), nil }
