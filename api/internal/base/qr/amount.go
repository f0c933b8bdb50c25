package qr

import (
	"fmt"
	"strconv"
	"strings"
)

// maxAmount is EMVCo's maximum length of an amount.
const maxAmount = 13

// writeAmount formats minor units with the currency's decimals and a point.
func writeAmount(minor int64, decimals int) (string, error) {
	if minor <= 0 {
		return "", fmt.Errorf("%w: amount %d", ErrPayload, minor)
	}
	text := strconv.FormatInt(minor, 10)
	if decimals > 0 {
		text = strings.Repeat("0", max(0, decimals+1-len(text))) + text
		text = text[:len(text)-decimals] + "." + text[len(text)-decimals:]
	}
	if len(text) > maxAmount {
		return "", fmt.Errorf("%w: amount of %d digits", ErrPayload, len(text))
	}
	return text, nil
}

// readAmount parses the format of writeAmount, also with fewer decimals, or with more if they are zeros: other systems write
// "1000.00" for dong. An empty amount is zero: the payer enters it.
func readAmount(text string, decimals int) (int64, error) {
	if text == "" {
		return 0, nil
	}
	whole, fraction, pointed := strings.Cut(text, ".")
	if len(text) > maxAmount || !isDigits(whole) || (pointed && !isDigits(fraction)) {
		return 0, fmt.Errorf("%w: amount %q", ErrPayload, text)
	}
	for len(fraction) > decimals && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if len(fraction) > decimals {
		return 0, fmt.Errorf("%w: amount %q", ErrPayload, text)
	}
	minor, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	if err != nil || minor <= 0 {
		return 0, fmt.Errorf("%w: amount %q", ErrPayload, text)
	}
	return minor, nil
}
