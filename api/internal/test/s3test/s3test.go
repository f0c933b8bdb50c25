// Package s3test gives every test its own buckets in a real object store.
//
// It uses the server of TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY if they are set. Otherwise it uses a MinIO
// that all test processes of the clone share and that stops when it is no longer used.
package s3test

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddeds3"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/devstack/supervisor"
)

const (
	name = "minio"
	// timeout is the timeout of a clean-up.
	timeout = 30 * time.Second
)

// Store is a test's own part of the server: every bucket whose name begins with Prefix.
type Store struct {
	Endpoint  string // host:port, without TLS
	AccessKey string
	SecretKey string
	Prefix    string // "t-…-": the prefix of the test's buckets
	Client    *minio.Client
}

// server is the address and credentials of the shared server.
type server struct{ Endpoint, AccessKey, SecretKey string }

func init() { supervisor.Main(name, start) }

// start starts the shared server in a keeper process, without data.
func start(dir string) (supervisor.Server, any, error) {
	root, err := repo.Root()
	if err != nil {
		return nil, nil, err
	}
	if err := os.RemoveAll(filepath.Join(dir, "minio")); err != nil {
		return nil, nil, err
	}
	number, err := port.Free()
	if err != nil {
		return nil, nil, err
	}
	config := embeddeds3.Config{Root: root, Dir: dir, Port: number, AccessKey: rand.Text(), SecretKey: rand.Text()}
	process, err := embeddeds3.Start(context.Background(), config)
	if err != nil {
		return nil, nil, err
	}
	return process, server{Endpoint: config.Address(), AccessKey: config.AccessKey, SecretKey: config.SecretKey}, nil
}

// shared returns the server of this process, and compiles and starts it if needed.
var shared = sync.OnceValues(func() (server, error) {
	if external := os.Getenv("TEST_S3_ENDPOINT"); external != "" {
		return server{
			Endpoint:  external,
			AccessKey: os.Getenv("TEST_S3_ACCESS_KEY"),
			SecretKey: os.Getenv("TEST_S3_SECRET_KEY"),
		}, nil
	}
	root, err := repo.Root()
	if err != nil {
		return server{}, err
	}
	if err := embeddeds3.Install(context.Background(), root, child.Tool); err != nil {
		return server{}, err
	}
	var s server
	err = supervisor.Use(name, filepath.Join(root, ".cache", "tests3"), &s)
	return s, err
})

// New returns a new part of the object store; its buckets are removed when the test ends.
func New(t testing.TB) Store {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("s3test: %v", err)
	}
	client, err := minio.New(s.Endpoint, &minio.Options{Creds: credentials.NewStaticV4(s.AccessKey, s.SecretKey, "")})
	if err != nil {
		t.Fatalf("s3test: %v", err)
	}
	store := Store{
		Endpoint: s.Endpoint, AccessKey: s.AccessKey, SecretKey: s.SecretKey,
		Prefix: "t-" + strings.ToLower(rand.Text()[:12]) + "-",
		Client: client,
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		if err := store.clear(ctx); err != nil {
			t.Errorf("s3test: clear: %v", err)
		}
	})
	return store
}

// clear removes the test's buckets with their content.
func (s Store) clear(ctx context.Context) error {
	buckets, err := s.Client.ListBuckets(ctx)
	if err != nil {
		return err
	}
	for _, bucket := range buckets {
		if !strings.HasPrefix(bucket.Name, s.Prefix) {
			continue
		}
		objects := s.Client.ListObjectsIter(ctx, bucket.Name, minio.ListObjectsOptions{Recursive: true})
		for object := range objects {
			if object.Err != nil {
				return object.Err
			}
			if err := s.Client.RemoveObject(ctx, bucket.Name, object.Key, minio.RemoveObjectOptions{}); err != nil {
				return err
			}
		}
		if err := s.Client.RemoveBucket(ctx, bucket.Name); err != nil {
			return err
		}
	}
	return nil
}

// Files returns a store of files with its own buckets and a key of the test.
func Files(t *testing.T) *media.Store {
	t.Helper()
	return FilesAt(t, New(t))
}

// FilesAt is Files in a given Store, for example behind a gate.
func FilesAt(t *testing.T, corner Store) *media.Store {
	t.Helper()
	ring, err := secret.NewKeyring("test", map[string][]byte{"test": bytes.Repeat([]byte{1}, secret.KeySize)})
	if err != nil {
		t.Fatal(err)
	}
	store, err := media.NewStore(media.Location{
		Endpoint: "http://" + corner.Endpoint, AccessKey: corner.AccessKey, SecretKey: corner.SecretKey, Prefix: corner.Prefix,
	}, ring)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}
