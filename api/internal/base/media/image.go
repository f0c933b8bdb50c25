// Package media takes in pictures and papers, keeps them sealed in the object store, and gives them back to their owner.
package media

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // PNG is one of the formats taken in.
	"runtime"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // So is WebP.

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// MaxBytes is the largest upload.
	MaxBytes = 10 << 20
	// maxPixels guards against a small file that unpacks to gigabytes; it is asked of the header, before anything unpacks.
	maxPixels = 40_000_000
	// minSide is the shortest side that can show anything.
	minSide = 32
	// maxSide is the longest side that is kept: enough to read an ID card's smallest print.
	maxSide = 2560
	quality = 88
)

// JPEG is the media type of every picture that is kept.
const JPEG = "image/jpeg"

// decoding lets only as many pictures be unpacked at once as there are processors: each may take 160 MB.
var decoding = make(chan struct{}, runtime.GOMAXPROCS(0))

// Picture reads an uploaded picture whatever it calls itself (JPEG, PNG or WebP by content), turns it the way its camera
// was held, shrinks it to a useful size and writes it anew as JPEG: nothing of the file itself, its EXIF position or
// anything hidden in it, is kept. Refusals are reasons.
func Picture(raw []byte) ([]byte, error) {
	switch {
	case len(raw) == 0:
		return nil, reason.New(reason.FileMissing)
	case len(raw) > MaxBytes:
		return nil, reason.New(reason.FileTooLarge)
	case isHEIC(raw):
		return nil, reason.New(reason.FileHEIC)
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(raw))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, reason.New(reason.FileTypeWrong)
	case err != nil:
		return nil, reason.New(reason.FileBroken).Because(err)
	case head.Width <= 0 || head.Height <= 0:
		return nil, reason.New(reason.FileBroken)
	case head.Width > maxPixels/head.Height:
		return nil, reason.New(reason.FileTooManyPixels)
	case min(head.Width, head.Height) < minSide:
		return nil, reason.New(reason.FileTooSmall)
	}
	decoding <- struct{}{}
	defer func() { <-decoding }()
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, reason.New(reason.FileBroken).Because(err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, turn(flatten(picture), orientation(raw, format)), &jpeg.Options{Quality: quality}); err != nil {
		return nil, reason.New(reason.FileBroken).Because(err)
	}
	return out.Bytes(), nil
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

// flatten puts the picture on white, where it is transparent, at no more than maxSide.
func flatten(picture image.Image) *image.RGBA {
	from := picture.Bounds()
	width, height := from.Dx(), from.Dy()
	if longest := max(width, height); longest > maxSide {
		width, height = max(1, width*maxSide/longest), max(1, height*maxSide/longest)
	}
	flat := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(flat, flat.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	if width == from.Dx() {
		draw.Draw(flat, flat.Bounds(), picture, from.Min, draw.Over)
	} else {
		draw.ApproxBiLinear.Scale(flat, flat.Bounds(), picture, from, draw.Over, nil)
	}
	return flat
}
