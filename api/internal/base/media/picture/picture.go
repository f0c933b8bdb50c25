// Package picture decodes untrusted pictures: within limits on pixels, memory, CPU time and total time, and in a separate
// process, which is killed when it exceeds one of them. The result is a plain JPEG that we encoded ourselves, safe to decode
// anywhere.
package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg" // The formats that are accepted.
	_ "image/png"
	"runtime"

	_ "golang.org/x/image/webp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// MaxBytes is the maximum size of an upload.
	MaxBytes = 10 << 20
	// MaxSide is the longest side of the result in pixels: enough to read the smallest print of an ID card.
	MaxSide = 2560
	// maxPixels is checked in the header, before decoding; so is maxUnpacked, the bytes that decoding needs.
	maxPixels   = 40_000_000
	maxUnpacked = 128 << 20
	// minSide is the minimum length of the shorter side.
	minSide = 32
)

// JPEG is the media type of the result.
const JPEG = "image/jpeg"

// check rejects what can be rejected without decoding, and estimates the memory in bytes that decoding needs.
func check(raw []byte) (memory int64, err error) {
	switch {
	case len(raw) == 0:
		return 0, reason.New(reason.FileMissing)
	case len(raw) > MaxBytes:
		return 0, reason.New(reason.FileTooLarge)
	case isHEIC(raw):
		return 0, reason.New(reason.FileHEIC)
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(raw))
	switch {
	case errors.Is(err, image.ErrFormat):
		return 0, reason.New(reason.FileTypeWrong)
	case err != nil:
		return 0, reason.New(reason.FileBroken).Because(err)
	case head.Width <= 0 || head.Height <= 0:
		return 0, reason.New(reason.FileBroken)
	case head.Width > maxPixels/head.Height:
		return 0, reason.New(reason.FileTooManyPixels)
	case min(head.Width, head.Height) < minSide:
		return 0, reason.New(reason.FileTooSmall)
	}
	memory, err = unpacked(raw, head, format)
	if err == nil && memory > maxUnpacked {
		err = reason.New(reason.FileTooManyPixels)
	}
	return memory, err
}

// isHEIC recognises the container of Apple's pictures by its brand.
func isHEIC(raw []byte) bool {
	if len(raw) < 12 || string(raw[4:8]) != "ftyp" {
		return false
	}
	switch string(raw[8:12]) {
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1":
		return true
	}
	return false
}

// Decoder decodes pictures. It is safe for concurrent use.
type Decoder struct {
	places *places
}

// NewDecoder returns a decoder. Use one per process: it limits what is decoded at the same time.
func NewDecoder() *Decoder { return &Decoder{places: newPlaces(runtime.GOMAXPROCS(0))} }

// Upright decodes a picture (JPEG, PNG or WebP, detected by content), rotates it upright, shrinks it until no side is longer
// than maxSide (at most MaxSide; zero means MaxSide) and encodes it as JPEG: nothing of the original file, such as its EXIF
// location or hidden data, is kept. who is the sender, of whom only one picture is decoded at a time, however many they send.
// Errors are reasons: about the picture, or system_busy if no slot became free in time.
func (d *Decoder) Upright(ctx context.Context, who string, raw []byte, maxSide int) ([]byte, error) {
	memory, err := check(raw)
	if err != nil {
		return nil, err
	}
	leave, err := d.places.enter(ctx, who, memory)
	if err != nil {
		return nil, err
	}
	defer leave()
	if maxSide <= 0 || maxSide > MaxSide {
		maxSide = MaxSide
	}
	return elsewhere(ctx, raw, maxSide)
}
