// Package picture opens pictures that strangers sent: within bounds of pixels, memory, processor time and patience, and
// in a process of its own, which is ended when it passes one of them. What comes out is a plain JPEG that we wrote
// ourselves, safe to be decoded anywhere.
package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg" // The formats that are taken in.
	_ "image/png"
	"runtime"

	_ "golang.org/x/image/webp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// MaxBytes is the largest upload.
	MaxBytes = 10 << 20
	// MaxSide is the longest side of what comes out: enough to read an ID card's smallest print.
	MaxSide = 2560
	// maxPixels is asked of the header, before anything unpacks; so is maxUnpacked, the bytes that decoding takes.
	maxPixels   = 40_000_000
	maxUnpacked = 128 << 20
	// minSide is the shortest side that can show anything.
	minSide = 32
)

// JPEG is the media type of what comes out.
const JPEG = "image/jpeg"

// check refuses what need not be opened to be refused, and tells about how many bytes opening it takes.
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

// isHEIC knows the container of Apple's pictures by its brands.
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

// Decoder opens pictures. It is safe for use by many at once.
type Decoder struct {
	places *places
}

// NewDecoder makes a decoder. One serves a whole process: its places are what bounds it.
func NewDecoder() *Decoder { return &Decoder{places: newPlaces(runtime.GOMAXPROCS(0))} }

// Upright reads a picture whatever it calls itself (JPEG, PNG or WebP by content), turns it the way its camera was held,
// shrinks it until no side is longer than maxSide (at most MaxSide; zero stands for it) and writes it anew as JPEG:
// nothing of the file itself, its EXIF position or anything hidden in it, is kept. who takes part in one picture at a
// time, however many are sent. Refusals are reasons: of the picture, or system_busy when there was no place for it in
// time.
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
