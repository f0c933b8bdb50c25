package qr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
)

func TestCRC16(t *testing.T) {
	t.Parallel()
	require.Equal(t, uint16(0x29B1), qr.CRC16("123456789"), "the check value of CRC-16/CCITT-FALSE")
	require.Equal(t, uint16(0xFFFF), qr.CRC16(""))
}

func TestDecodeRejectsInvalidText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0", "000", "0002", "00021", "0x021", "000x1", "00-11", "00020100", "0002ab0002cd", "0001é", "0001\x00", "00+1x", "00-1", "0/01x", "0:01x", "0001\x1f", "0001\x7f",
	} {
		_, err := qr.Decode(text)
		require.ErrorIs(t, err, qr.ErrPayload, "%q", text)
	}
	fields, err := qr.Decode("")
	require.NoError(t, err)
	require.Empty(t, fields)
}

func TestEncodeRejectsInvalidFields(t *testing.T) {
	t.Parallel()
	for _, f := range []qr.Field{{"1", "x"}, {"ab", "x"}, {"01", strings.Repeat("x", 100)}, {"01", "tiền"}, {"01", "\n"}} {
		_, err := qr.Encode(qr.Fields{f})
		require.ErrorIs(t, err, qr.ErrPayload, "%v", f)
	}
	many := qr.Fields{{"00", strings.Repeat("x", 99)}, {"01", strings.Repeat("x", 99)}, {"02", strings.Repeat("x", 99)},
		{"03", strings.Repeat("x", 99)}, {"04", strings.Repeat("x", 99)}}
	_, err := qr.Seal(many)
	require.ErrorIs(t, err, qr.ErrPayload)
}

func TestCodeHasAtMost512Characters(t *testing.T) {
	t.Parallel()
	fields := qr.Fields{}
	for _, tag := range []string{"00", "01", "02", "03"} {
		fields = append(fields, qr.Field{Tag: tag, Value: strings.Repeat("x", 99)})
	}
	longest := append(fields, qr.Field{Tag: "04", Value: strings.Repeat("x", 512-4*103-4-8)})
	text, err := qr.Seal(longest)
	require.NoError(t, err)
	require.Len(t, text, 512)
	back, err := qr.Open(text)
	require.NoError(t, err)
	require.Equal(t, longest, back)

	body, err := qr.Encode(append(fields, qr.Field{Tag: "04", Value: strings.Repeat("x", 512-4*103-4-7)}))
	require.NoError(t, err)
	body += "6304"
	_, err = qr.Open(body + fmt.Sprintf("%04X", qr.CRC16(body)))
	require.ErrorIs(t, err, qr.ErrPayload)
}

// A correct checksum without its tag is not accepted.
func TestChecksumWithoutItsTagIsRejected(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"000201", "0002016204", "0002016305"} {
		_, err := qr.Open(body + fmt.Sprintf("%04X", qr.CRC16(body)))
		require.ErrorIs(t, err, qr.ErrPayload, body)
	}
}

func TestSealAndOpen(t *testing.T) {
	t.Parallel()
	fields := qr.Fields{{"00", "01"}, {"59", "LOAN MARKET"}, {"60", ""}}
	text, err := qr.Seal(fields)
	require.NoError(t, err)
	back, err := qr.Open(text)
	require.NoError(t, err)
	require.Equal(t, fields, back)
	require.Equal(t, "LOAN MARKET", back.Get("59"))
	require.Empty(t, back.Get("61"))
	// A change of any single character is detected.
	for i := range text {
		changed := text[:i] + string(text[i]^1) + text[i+1:]
		_, err := qr.Open(changed)
		require.ErrorIs(t, err, qr.ErrPayload, changed)
	}
}

func FuzzOpen(f *testing.F) {
	for _, v := range vectors(f).VietQR {
		f.Add(v.Payload)
	}
	f.Add("00020163040000")
	f.Fuzz(func(t *testing.T, text string) {
		if fields, err := qr.Open(text); err == nil {
			again, err := qr.Seal(fields)
			require.NoError(t, err)
			require.Equal(t, text, again)
		}
		if v, err := qr.ParseVietQR(text); err == nil {
			require.GreaterOrEqual(t, v.Amount, int64(0))
		}
		if p, err := qr.ParsePromptPay(text); err == nil {
			require.GreaterOrEqual(t, p.Amount, int64(0))
		}
		if fields, err := qr.Decode(text); err == nil {
			again, err := qr.Encode(fields)
			require.NoError(t, err)
			require.Equal(t, text, again)
		}
	})
}
