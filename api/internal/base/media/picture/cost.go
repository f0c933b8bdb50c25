package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// maxScans is the maximum number of scans of a JPEG: cameras use one, programs ten.
	maxScans = 32
	// maxWork is the maximum of pixels times scans.
	maxWork = 12 * maxPixels
	// coefficient is how many bytes a progressive JPEG keeps per sample until its last scan.
	coefficient = 4
)

// unpacked estimates the peak memory of decoding in bytes, from the header alone.
func unpacked(raw []byte, head image.Config, format string) (int64, error) {
	pixels := int64(head.Width) * int64(head.Height)
	switch format {
	case "jpeg":
		return jpegCost(raw, pixels)
	case "png":
		each := pngPixel(head.ColorModel)
		if interlaced(raw) {
			each += (each + 1) / 2 // The largest of its passes is in memory beside the whole picture.
		}
		return pixels * each, nil
	default:
		return pixels * 4, nil
	}
}

// pngPixel returns the size of a decoded pixel in bytes.
func pngPixel(model color.Model) int64 {
	switch model {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	case color.RGBAModel, color.NRGBAModel:
		return 4
	case color.Gray16Model:
		return 2
	default: // gray, or a palette
		return 1
	}
}

// interlaced reports whether a PNG is interlaced: the last byte of its first chunk.
func interlaced(raw []byte) bool {
	const at = 8 + 8 + 12
	return len(raw) > at && raw[at] != 0
}

// jpegCost walks over the markers of a JPEG, counts its scans and returns the memory for its samples in bytes.
func jpegCost(raw []byte, pixels int64) (int64, error) {
	var cost, scans int64
	for at := 2; at+4 <= len(raw); {
		if raw[at] != 0xff {
			// Skip entropy-coded data up to the next marker.
			next := bytes.IndexByte(raw[at:], 0xff)
			if next < 0 {
				break
			}
			at += next
			continue
		}
		marker := raw[at+1]
		if marker == 0 || marker == 0xff || marker == 1 || marker >= 0xd0 && marker <= 0xd9 {
			at += 2
			if marker == 0xff {
				at--
			}
			continue
		}
		size := int(binary.BigEndian.Uint16(raw[at+2:]))
		if size < 2 || at+2+size > len(raw) {
			break
		}
		switch segment := raw[at+4 : at+2+size]; marker {
		case 0xc0, 0xc1, 0xc2:
			cost = samples(segment, pixels)
			if marker == 0xc2 {
				cost *= 1 + coefficient
			}
		case 0xda:
			scans++
		}
		at += 2 + size
	}
	if scans > maxScans || scans*pixels > maxWork {
		return 0, reason.New(reason.FileBroken)
	}
	return cost, nil
}

// samples returns the number of samples of a frame, all components together.
func samples(frame []byte, pixels int64) int64 {
	if len(frame) < 6 {
		return pixels
	}
	var sum, most int64
	for at := 6; at+3 <= len(frame); at += 3 {
		across, down := int64(frame[at+1]>>4), int64(frame[at+1]&15)
		sum += across * down
		most = max(most, across*down)
	}
	if most == 0 {
		return pixels
	}
	return pixels * sum / most
}
