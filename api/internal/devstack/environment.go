package devstack

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddeds3"
)

// ErrNoStack is returned if the clone has never run, so that there is nothing to connect to.
var ErrNoStack = errors.New("DATABASE_URL is not set and this clone has no data of its own: run `npm start` first")

// Environment returns the variables with which a command reaches the stack of a clone that another process runs. Variables that
// are already set are left out.
func Environment(root string) (map[string]string, error) {
	data := folder(root, "")
	if _, err := os.Stat(statePath(data)); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoStack
	}
	k, err := loadState(data)
	if err != nil {
		return nil, err
	}
	return k.environment(root, data), nil
}

// folder returns the data folder: wanted if given, else LOANMARKET_DATA, else .data in the clone.
func folder(root, wanted string) string {
	if wanted == "" {
		wanted = os.Getenv("LOANMARKET_DATA")
	}
	if wanted == "" {
		wanted = filepath.Join(root, ".data")
	}
	return wanted
}

func (s savedState) postgres(root, data string) embeddedpg.Config {
	return embeddedpg.Config{Root: root, Dir: data, Port: s.PostgresPort, Password: s.PostgresPassword}
}

func (s savedState) s3(root, data string) embeddeds3.Config {
	return embeddeds3.Config{Root: root, Dir: data, Port: s.S3Port, AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey}
}

// environment returns the configuration of the stack. A server that the user provides is left unchanged, together with its
// credentials.
func (s savedState) environment(root, data string) map[string]string {
	all := map[string]string{
		"PROFILE":      "development",
		"DRAIN_TIME":   "0s", // no load balancer has to notice the stop, and a developer who presses Ctrl-C is waiting
		"STOP_TIME":    "10s",
		"DATA_KEYS":    "dev:" + s.DataKey,
		"HASH_KEY":     s.HashKey,
		"CALLBACK_KEY": s.CallbackKey,
	}
	if os.Getenv("DATABASE_URL") == "" {
		all["DATABASE_URL"] = s.postgres(root, data).URL(appRole, s.AppPassword, database)
		all["MIGRATE_DATABASE_URL"] = s.postgres(root, data).URL(ownerRole, s.OwnerPassword, database)
	}
	if os.Getenv("S3_ENDPOINT") == "" {
		all["S3_ENDPOINT"] = "http://" + s.s3(root, data).Address()
		all["S3_ACCESS_KEY"] = s.S3AccessKey
		all["S3_SECRET_KEY"] = s.S3SecretKey
	}
	if wantsFace(root) {
		all["FACE_GATEWAY"] = "local"
		all["FACE_WORKER_URL"] = s.face(root, data).URL()
		all["FACE_WORKER_SECRET"] = s.FaceSecret
	}
	for name := range all {
		if os.Getenv(name) != "" {
			delete(all, name)
		}
	}
	return all
}
