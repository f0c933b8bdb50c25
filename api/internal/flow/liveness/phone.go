package liveness

import (
	"context"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// phoneFiles caches the files of one version.
type phoneFiles struct {
	// bringing is keyed by version.
	bringing singleflight.Group[map[string]facecheck.PhoneFile]

	mutex   sync.Mutex
	version string
	files   map[string]facecheck.PhoneFile
}

// of returns the cached files, if they are of the version.
func (p *phoneFiles) of(version string) (files map[string]facecheck.PhoneFile, known bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.files, p.files != nil && p.version == version
}

func (p *phoneFiles) keep(version string, files map[string]facecheck.PhoneFile) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.version, p.files = version, files
}

// PhoneVersion returns the version of the networks that phones can use. It returns NotFound if the provider has none.
func (l *Liveness) PhoneVersion(ctx context.Context) (string, error) {
	if l.PhoneModels == nil {
		return "", reason.New(reason.NotFound)
	}
	version, err := l.PhoneModels.PhoneVersion(ctx)
	if err != nil {
		return "", unavailable(err)
	}
	return version, nil
}

// PhoneFile returns a file of a version. The files are fetched once and cached in memory, about 5 MB. It returns
// NotFound if there is no such file or the version has changed.
func (l *Liveness) PhoneFile(ctx context.Context, version, name string) (facecheck.PhoneFile, error) {
	if l.PhoneModels == nil {
		return facecheck.PhoneFile{}, reason.New(reason.NotFound)
	}
	files, known := l.phone.of(version)
	if !known {
		var err error
		if files, err = l.phone.bringing.Do(ctx, version, func(ctx context.Context) (map[string]facecheck.PhoneFile, error) { return l.bring(ctx, version) }); err != nil {
			return facecheck.PhoneFile{}, err
		}
	}
	file, ok := files[name]
	if !ok {
		return facecheck.PhoneFile{}, reason.New(reason.NotFound)
	}
	return file, nil
}

// bring fetches the files and caches them if they are of the version.
func (l *Liveness) bring(ctx context.Context, version string) (map[string]facecheck.PhoneFile, error) {
	now, err := l.PhoneModels.PhoneVersion(ctx)
	switch {
	case err != nil:
		return nil, unavailable(err)
	case now != version:
		return nil, reason.New(reason.NotFound)
	}
	now, files, err := l.PhoneModels.PhoneFiles(ctx)
	switch {
	case err != nil:
		return nil, unavailable(err)
	case now != version:
		return nil, reason.New(reason.NotFound)
	}
	l.phone.keep(version, files)
	return files, nil
}
