package liveness

import (
	"context"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// phoneFiles remembers the files of one version.
type phoneFiles struct {
	// bringing is by version.
	bringing singleflight.Group[map[string]facecheck.PhoneFile]

	mutex   sync.Mutex
	version string
	files   map[string]facecheck.PhoneFile
}

// of is the files of a version where they are those that are remembered.
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

// PhoneVersion names the nets that phones can guide themselves with. NotFound: this provider has none.
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

// PhoneFile is one of the files of a version; they are brought once and kept in memory, about 5 MB. NotFound: there is
// no such file, or the version is another by now.
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

// bring asks for the files, and remembers them where they are those of the version.
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
