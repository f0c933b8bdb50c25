package liveness

import (
	"context"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// phoneFiles remembers the files of one version.
type phoneFiles struct {
	mutex   sync.Mutex
	version string
	files   map[string]facecheck.PhoneFile
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
	l.phone.mutex.Lock()
	defer l.phone.mutex.Unlock()
	if l.phone.version != version {
		now, err := l.PhoneModels.PhoneVersion(ctx)
		switch {
		case err != nil:
			return facecheck.PhoneFile{}, unavailable(err)
		case now != version:
			return facecheck.PhoneFile{}, reason.New(reason.NotFound)
		}
		if l.phone.version, l.phone.files, err = l.PhoneModels.PhoneFiles(ctx); err != nil {
			l.phone.version = ""
			return facecheck.PhoneFile{}, unavailable(err)
		}
	}
	file, ok := l.phone.files[name]
	if !ok || l.phone.version != version {
		return facecheck.PhoneFile{}, reason.New(reason.NotFound)
	}
	return file, nil
}
