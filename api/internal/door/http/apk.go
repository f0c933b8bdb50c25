package http

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	apkType = "application/vnd.android.package-archive"
	// apkKnown is how long a process trusts what it knows about an APK being there.
	apkKnown = 10 * time.Second
)

// apks remembers which products have an APK in the object store: the configuration is asked for at every start of the app.
type apks struct {
	mu    sync.Mutex
	known map[string]apkEntry
}

type apkEntry struct {
	there bool
	until time.Time
}

// androidDownload is where a product's Android app is to be had: the configured address (a store's), else the APK of the
// object store, by its path on this server; empty when there is neither.
func (s *Server) androidDownload(ctx context.Context, p appproduct.Product) string {
	if p.AndroidDownloadURL != "" || !s.hasAPK(ctx, p.ProductID) {
		return p.AndroidDownloadURL
	}
	return "/download/" + p.ProductID + ".apk"
}

// hasAPK asks the object store at most every apkKnown. One that does not answer has nothing to offer.
func (s *Server) hasAPK(ctx context.Context, product string) bool {
	s.apks.mu.Lock()
	entry, known := s.apks.known[product]
	s.apks.mu.Unlock()
	if known && time.Now().Before(entry.until) {
		return entry.there
	}
	_, err := s.services.Media.FindApp(ctx, product)
	s.apks.mu.Lock()
	defer s.apks.mu.Unlock()
	if s.apks.known == nil {
		s.apks.known = map[string]apkEntry{}
	}
	s.apks.known[product] = apkEntry{there: err == nil, until: time.Now().Add(apkKnown)}
	return err == nil
}

// downloadAPK hands the APK out, also a part of it: a download on a bad line goes on where it broke.
func (s *Server) downloadAPK(c fiber.Ctx) error {
	s.state(c).operation = "download"
	id, isAPK := strings.CutSuffix(path.Base(c.Path()), ".apk")
	product, known := s.find(func(p appproduct.Product) bool { return p.ProductID == id })
	if !isAPK || !known {
		return reason.New(reason.NotFound)
	}
	app, err := s.services.Media.FindApp(c.Context(), product.ProductID)
	if err != nil {
		return err
	}
	etag := `"` + app.ETag + `"`
	c.Set(fiber.HeaderContentType, apkType)
	c.Set(fiber.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="%s-%s.apk"`, product.PackageName, app.Version))
	c.Set(fiber.HeaderETag, etag)
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	c.Set(fiber.HeaderCacheControl, "no-cache")
	if c.Get(fiber.HeaderIfNoneMatch) == etag {
		return c.SendStatus(http.StatusNotModified)
	}
	wanted := c.Get(fiber.HeaderRange)
	if since := c.Get(fiber.HeaderIfRange); since != "" && since != etag {
		wanted = ""
	}
	first, last, part, ok := byteRange(wanted, app.Size)
	if !ok {
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", app.Size))
		return c.SendStatus(http.StatusRequestedRangeNotSatisfiable)
	}
	if part {
		c.Status(http.StatusPartialContent).Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", first, last, app.Size))
	}
	// The body is sent after the handler has returned, when the request's own context has ended.
	content, err := s.services.Media.OpenApp(context.WithoutCancel(c.Context()), product.ProductID, app.ETag, first, last)
	if err != nil {
		return err
	}
	return c.SendStream(patient{content, c.RequestCtx().Conn()}, int(last-first+1))
}

// patient moves the end of the time for writing with every piece that was read: a slow line may take as long as it needs,
// one that stands still may not.
type patient struct {
	io.ReadCloser

	line net.Conn
}

// Read reads the next piece.
func (p patient) Read(into []byte) (int, error) {
	if err := p.line.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return p.ReadCloser.Read(into)
}

// byteRange reads a Range header of one range; what it does not understand asks for everything. ok is false when the range
// lies outside of size.
func byteRange(header string, size int64) (first, last int64, part, ok bool) {
	last = size - 1
	from, to, isRange := strings.Cut(strings.TrimPrefix(header, "bytes="), "-")
	if !strings.HasPrefix(header, "bytes=") || !isRange || strings.Contains(header, ",") {
		return 0, last, false, true
	}
	begin, noBegin := strconv.ParseInt(from, 10, 64)
	end, noEnd := strconv.ParseInt(to, 10, 64)
	switch {
	case from == "" && noEnd == nil && end > 0: // the last bytes
		return max(0, size-end), last, true, size > 0
	case noBegin != nil || begin < 0 || (to != "" && noEnd != nil) || (to != "" && end < begin):
		return 0, last, false, true
	case begin >= size:
		return 0, 0, false, false
	case to != "":
		last = min(last, end)
	}
	return begin, last, true, true
}
