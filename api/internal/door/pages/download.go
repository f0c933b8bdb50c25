package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

const apkType = "application/vnd.android.package-archive"

// downloadAPK sends the APK or a range of it, so that an interrupted download can continue.
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
	first, last := int64(0), app.Size-1
	if since := c.Get(fiber.HeaderIfRange); c.Get(fiber.HeaderRange) != "" && (since == "" || since == etag) {
		wanted, err := c.Range(app.Size)
		if errors.Is(err, fiber.ErrRequestedRangeNotSatisfiable) {
			// Fiber has already set the status and the file's size.
			return nil
		}
		// For an invalid range, or more than one, send the whole file.
		if err == nil && len(wanted.Ranges) == 1 {
			first, last = wanted.Ranges[0].Start, wanted.Ranges[0].End
			c.Status(http.StatusPartialContent).Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", first, last, app.Size))
		} else {
			// Fiber has already refused a range of too many parts.
			c.Status(http.StatusOK).Response().Header.Del(fiber.HeaderContentRange)
		}
	}
	// The body is sent after the handler has returned, when the request's own context has ended.
	content, err := s.Services.Media.OpenApp(context.WithoutCancel(c.Context()), product.ProductID, app.ETag, first, last)
	if err != nil {
		return err
	}
	return c.SendStream(slowReader{content, c.RequestCtx().Conn()}, int(last-first+1))
}

// slowReader extends the write deadline with every piece that is read: a slow connection may take as long as it needs,
// a stalled one may not.
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
