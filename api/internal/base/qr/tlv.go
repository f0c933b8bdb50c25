// Package qr encodes and decodes the payloads of payment codes: the EMVCo tag-length-value format, and based on it VietQR
// (Vietnam) and PromptPay (Thailand). It produces text; the app draws the picture.
package qr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrPayload is returned if a text is not a payment code of the requested kind.
var ErrPayload = errors.New("qr: not a payment code")

const (
	// maxLength is the maximum length of a code: EMVCo allows 512 characters.
	maxLength = 512
	maxValue  = 99
	tagCRC    = "63"
	crcHead   = tagCRC + "04"
)

// Field is a data object: a two-digit tag and a value of at most 99 printable ASCII characters.
type Field struct {
	Tag   string
	Value string
}

// Fields are data objects in the order in which they are written.
type Fields []Field

// Get returns the value of a tag, "" if it is absent.
func (f Fields) Get(tag string) string {
	for _, field := range f {
		if field.Tag == tag {
			return field.Value
		}
	}
	return ""
}

// Encode encodes the objects, as the value of a template or as the body of a code.
func Encode(fields Fields) (string, error) {
	var b strings.Builder
	for _, f := range fields {
		if !isTag(f.Tag) || len(f.Value) > maxValue || !printable(f.Value) {
			return "", fmt.Errorf("%w: object %q cannot be written", ErrPayload, f.Tag)
		}
		fmt.Fprintf(&b, "%s%02d%s", f.Tag, len(f.Value), f.Value)
	}
	return b.String(), nil
}

// Decode decodes objects; a tag must not be repeated.
func Decode(text string) (Fields, error) {
	var fields Fields
	for rest := text; rest != ""; {
		if len(rest) < 4 || !isTag(rest[:2]) || !isTag(rest[2:4]) {
			return nil, fmt.Errorf("%w: object expected at %q", ErrPayload, rest)
		}
		length, err := strconv.Atoi(rest[2:4])
		if err != nil || len(rest) < 4+length {
			return nil, fmt.Errorf("%w: object %s is truncated", ErrPayload, rest[:2])
		}
		field := Field{Tag: rest[:2], Value: rest[4 : 4+length]}
		if fields.has(field.Tag) || !printable(field.Value) {
			return nil, fmt.Errorf("%w: object %s", ErrPayload, field.Tag)
		}
		fields, rest = append(fields, field), rest[4+length:]
	}
	return fields, nil
}

// Seal encodes a complete code: the objects, then their checksum.
func Seal(fields Fields) (string, error) {
	body, err := Encode(fields)
	if err != nil {
		return "", err
	}
	body += crcHead
	if len(body)+4 > maxLength {
		return "", fmt.Errorf("%w: longer than %d characters", ErrPayload, maxLength)
	}
	return body + fmt.Sprintf("%04X", CRC16(body)), nil
}

// Open decodes a complete code and verifies its checksum, which is the last object.
func Open(text string) (Fields, error) {
	if len(text) > maxLength || len(text) < len(crcHead)+4 {
		return nil, fmt.Errorf("%w: %d characters", ErrPayload, len(text))
	}
	body, sum := text[:len(text)-4], text[len(text)-4:]
	if !strings.HasSuffix(body, crcHead) || sum != fmt.Sprintf("%04X", CRC16(body)) {
		return nil, fmt.Errorf("%w: wrong checksum", ErrPayload)
	}
	return Decode(strings.TrimSuffix(body, crcHead))
}

// CRC16 returns the CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected.
func CRC16(text string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

func (f Fields) has(tag string) bool {
	for _, field := range f {
		if field.Tag == tag {
			return true
		}
	}
	return false
}

func isTag(s string) bool { return len(s) == 2 && isDigits(s) }

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
