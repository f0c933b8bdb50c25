package facecheck

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// PhoneFile is a file that a phone runs the nets of the worker with.
type PhoneFile struct {
	Type string
	// Packed is its content in gzip.
	Packed []byte
}

// PhoneModels is a provider whose nets run on phones, too, so that they can tell by themselves what a picture lacks.
// Nothing that a phone says is believed.
type PhoneModels interface {
	// PhoneVersion names the files as they are now.
	PhoneVersion(ctx context.Context) (string, error)
	// PhoneFiles are all of them, by name, with the version that they are of.
	PhoneFiles(ctx context.Context) (version string, files map[string]PhoneFile, err error)
}

var _ PhoneModels = (*Local)(nil)

// maxPhoneFile bounds one file.
const maxPhoneFile = 8 << 20

type phoneList struct {
	Version string   `json:"version"`
	Files   []string `json:"files"`
}

// PhoneVersion asks the worker.
func (l *Local) PhoneVersion(ctx context.Context) (string, error) {
	var list phoneList
	err := l.call(ctx, http.MethodGet, "/v1/phone", nil, &list)
	return list.Version, err
}

// PhoneFiles brings them from the worker.
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

// phoneFile brings one file, and leaves it packed.
func (l *Local) phoneFile(ctx context.Context, name string) (PhoneFile, error) {
	path := "/v1/phone/" + url.PathEscape(name)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+path, nil)
	if err != nil {
		return PhoneFile{}, err
	}
	request.Header.Set("Authorization", "Bearer "+l.secret)
	// Asked for by name, the client does not unpack it.
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
