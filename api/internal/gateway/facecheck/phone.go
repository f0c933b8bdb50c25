package facecheck

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// PhoneFile is a file that a phone needs to run the worker's neural networks.
type PhoneFile struct {
	Type string
	// Packed is the gzip-compressed content.
	Packed []byte
}

// PhoneModels is a provider whose neural networks also run on phones, so that a phone can tell what a picture lacks. Results from
// phones are never trusted.
type PhoneModels interface {
	// PhoneVersion returns the version of the current files.
	PhoneVersion(ctx context.Context) (string, error)
	// PhoneFiles returns all files by name, and their version.
	PhoneFiles(ctx context.Context) (version string, files map[string]PhoneFile, err error)
}

var _ PhoneModels = (*Local)(nil)

// maxPhoneFile is the maximum size of a compressed file, in bytes.
const maxPhoneFile = 8 << 20

type phoneList struct {
	Version string   `json:"version"`
	Files   []string `json:"files"`
}

// PhoneVersion asks the worker for the version.
func (l *Local) PhoneVersion(ctx context.Context) (string, error) {
	var list phoneList
	err := l.call(ctx, http.MethodGet, "/v1/phone", nil, &list)
	return list.Version, err
}

// PhoneFiles downloads the files from the worker.
func (l *Local) PhoneFiles(ctx context.Context) (string, map[string]PhoneFile, error) {
	var list phoneList
	if err := l.call(ctx, http.MethodGet, "/v1/phone", nil, &list); err != nil {
		return "", nil, err
	}
	files := map[string]PhoneFile{}
	for _, name := range list.Files {
		file, err := l.phoneFile(ctx, name)
		if err != nil {
			return "", nil, err
		}
		files[name] = file
	}
	return list.Version, files, nil
}

// phoneFile downloads one file without decompressing it.
func (l *Local) phoneFile(ctx context.Context, name string) (PhoneFile, error) {
	path := "/v1/phone/" + url.PathEscape(name)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+path, nil)
	if err != nil {
		return PhoneFile{}, err
	}
	request.Header.Set("Authorization", "Bearer "+l.secret)
	// Because this header is set explicitly, the HTTP client does not decompress the response.
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := l.http.Do(request)
	if err != nil {
		return PhoneFile{}, fmt.Errorf("%w: %s: %w", ErrUnavailable, path, err)
	}
	defer func() { _ = response.Body.Close() }()
	packed, err := io.ReadAll(io.LimitReader(response.Body, maxPhoneFile))
	switch {
	case err != nil:
		return PhoneFile{}, fmt.Errorf("%w: %s: %w", ErrUnavailable, path, err)
	case response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "gzip":
		return PhoneFile{}, fmt.Errorf("%w: %s answered %d", ErrUnavailable, path, response.StatusCode)
	}
	return PhoneFile{Type: response.Header.Get("Content-Type"), Packed: packed}, nil
}
