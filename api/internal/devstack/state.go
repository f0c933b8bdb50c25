package devstack

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// savedState is what a stack remembers between starts, in .data/stack.json, readable by its user alone. Losing
// the file loses the data beside it.
type savedState struct {
	PostgresPort     int
	PostgresPassword string // the superuser's
	OwnerPassword    string
	AppPassword      string
	S3Port           int
	S3AccessKey      string
	S3SecretKey      string
	DataKey          string // seals identity data; base64 of 32 bytes
	HashKey          string // base64 of 32 bytes
	CallbackKey      string // signs what the embedded lender and bank send; base64 of 32 bytes
	FacePort         int
	FaceSecret       string // what the API and the face worker share
}

func statePath(data string) string { return filepath.Join(data, "stack.json") }

// loadState reads what an earlier start left, or makes it.
func loadState(data string) (savedState, error) {
	text, err := os.ReadFile(statePath(data))
	if errors.Is(err, fs.ErrNotExist) {
		fresh := savedState{
			PostgresPassword: rand.Text(), OwnerPassword: rand.Text(), AppPassword: rand.Text(),
			S3AccessKey: rand.Text(), S3SecretKey: rand.Text(),
			DataKey: key(), HashKey: key(), CallbackKey: key(), FaceSecret: key(),
		}
		return fresh, fresh.save(data)
	}
	if err != nil {
		return savedState{}, err
	}
	var k savedState
	if err := json.Unmarshal(text, &k); err != nil {
		return savedState{}, fmt.Errorf("%s is damaged; move the folder .data away to begin anew: %w", statePath(data), err)
	}
	// A folder that is older than the face worker.
	if k.FaceSecret == "" {
		k.FaceSecret = key()
		return k, k.save(data)
	}
	return k, nil
}

// save replaces the file as a whole: a full disk or a kill must not leave half of it.
func (s savedState) save(data string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	temp := statePath(data) + ".new"
	if err := os.WriteFile(temp, text, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, statePath(data))
}

func key() string {
	var b [32]byte
	// Never fails; see crypto/rand.
	_, _ = rand.Read(b[:])
	return base64.StdEncoding.EncodeToString(b[:])
}
