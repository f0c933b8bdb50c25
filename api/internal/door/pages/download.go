package pages

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

const apkType = "application/vnd.android.package-archive"

// downloadAPK hands the APK out, also a part of it: a download on a bad line goes on where it broke.
func (s *Site) downloadAPK(c fiber.Ctx) error {
	s.State(c).Operation = "download"
	id, isAPK := strings.CutSuffix(path.Base(c.Path()), ".apk")
	product, known := s.FindProduct(func(p appproduct.Product) bool { return p.ProductID == id })
	if !isAPK || !known {
		return reason.New(reason.NotFound)
	}
	app, err := s.Services.Media.FindApp(c.Context(), product.ProductID)
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
	content, err := s.Services.Media.OpenApp(context.WithoutCancel(c.Context()), product.ProductID, app.ETag, first, last)
	if err != nil {
		return err
	}
	return c.SendStream(slowReader{content, c.RequestCtx().Conn()}, int(last-first+1))
}

// slowReader moves the end of the time for writing with every piece that was read: a slow line may take as long as it
// needs, one that stands still may not.
type slowReader struct {
	io.ReadCloser

	line net.Conn
}

// Read reads the next piece.
func (p slowReader) Read(into []byte) (int, error) {
	if err := p.line.SetWriteDeadline(time.Now().Add(server.WriteTimeout)); err != nil {
		return 0, err
	}
	return p.ReadCloser.Read(into)
}

// byteRange reads a Range header of one range; what it does not understand asks for everything. ok is false when the
// range lies outside of size.
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
