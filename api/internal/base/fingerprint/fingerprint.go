// Package fingerprint prevents processes with the wrong keys from using a database. It stores a keyed fingerprint of each key
// with which rows were hashed or encrypted; a fingerprint reveals nothing about the key.
package fingerprint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// ErrMismatch is returned if the database was written with another key.
var ErrMismatch = errors.New("this database was written with another one")

// hash is the name of the hash key; a data key is named data followed by its id.
const (
	hash = "hash"
	data = "data:"
)

// row is the fingerprint of one key.
type row struct {
	Name        string
	Fingerprint []byte
}

// Verify stores the fingerprints of keys that the database does not know. If a known fingerprint differs, it stores none and
// returns an error for each. If two processes with different keys start at the same time, one of them fails. Known keys that
// are not passed have been removed from the keyring. If the database is read-only, nothing is stored, but existing fingerprints
// are still compared.
func Verify(ctx context.Context, pool *pgxpool.Pool, hasher *secret.Hasher, ring *secret.Keyring) error {
	keys := []row{{hash, hasher.Fingerprint()}}
	for id, print := range ring.Fingerprints() {
		keys = append(keys, row{data + id, print})
	}
	// All processes insert in the same order, so that two that start together cannot deadlock.
	slices.SortFunc(keys, func(a, b row) int { return strings.Compare(a.Name, b.Name) })
	missing, err := compare(ctx, pool, keys)
	if err != nil || len(missing) == 0 {
		return err
	}
	if err := postgres.PingPrimary(ctx, pool); err != nil {
		if errors.Is(err, postgres.ErrNoPrimary) {
			return nil
		}
		return postgres.Reason(err)
	}
	return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		for _, key := range missing {
			b.Queue(`INSERT INTO key_fingerprint (name, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key.Name, key.Fingerprint)
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		_, err := compare(ctx, tx, keys) // another process may have been faster
		return err
	})
}

// compare returns the keys that the database does not know; ErrMismatch if it has another key with the same name.
func compare(ctx context.Context, db postgres.DB, keys []row) (missing []row, err error) {
	rows, err := postgres.Rows[row]("fingerprint: known", `SELECT name, fingerprint FROM key_fingerprint`).Read(ctx, db)
	if postgres.IsTableMissing(err) {
		return nil, postgres.ErrBehind
	}
	if err != nil {
		return nil, err
	}
	known := make(map[string][]byte, len(rows))
	for _, r := range rows {
		known[r.Name] = r.Fingerprint
	}
	var refused []error
	for _, key := range keys {
		switch print, there := known[key.Name]; {
		case !there:
			missing = append(missing, key)
		case !secret.Equal(print, key.Fingerprint):
			refused = append(refused, other(key.Name))
		}
	}
	return missing, errors.Join(refused...)
}

// other returns an error with the name of the variable, for whoever starts the process.
func other(name string) error {
	if id, sealing := strings.CutPrefix(name, data); sealing {
		return fmt.Errorf("DATA_KEYS: the key %q: %w under this id: restore that key from its copy, or give the new key a new id", id, ErrMismatch)
	}
	return fmt.Errorf("HASH_KEY: %w: it can never be replaced, restore that key from its copy", ErrMismatch)
}
