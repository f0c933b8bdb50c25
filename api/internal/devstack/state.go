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

// savedState is what a stack keeps between starts, in .data/stack.json, readable only by its user. If the file is lost, the
// data beside it cannot be used.
type savedState struct {
	PostgresPort     int
	PostgresPassword string // the superuser's password
	OwnerPassword    string
	AppPassword      string
	S3Port           int
	S3AccessKey      string
	S3SecretKey      string
	DataKey          string // encrypts identity data; base64 of 32 bytes
	HashKey          string // base64 of 32 bytes
	CallbackKey      string // signs the messages of the embedded lender and bank; base64 of 32 bytes
	FacePort         int
	FaceSecret       string // shared by the API and the face worker
}

func statePath(data string) string { return filepath.Join(data, "stack.json") }

// loadState reads the state of an earlier start, or creates it.
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
		return savedState{}, fmt.Errorf("%s is damaged; move the folder .data away to start with new data: %w", statePath(data), err)
	}
	// The folder is older than the face worker.
	if k.FaceSecret == "" {
		k.FaceSecret = key()
		return k, k.save(data)
	}
	return k, nil
}

// save replaces the file atomically, so that a full disk or a kill cannot leave half of it.
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
