package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// On 2G the list of products took more than two seconds to transfer. Compressed it is an eighth of that size. Answers
// that fit into two packets stay uncompressed, and so do all answers for clients that do not accept compression.
func TestResponsesAreCompressedForClientsThatAcceptIt(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Client(t)
	ask := func(path, codings string) (string, []byte) {
		header := http.Header{"Content-Type": {"application/json"}}
		if codings != "" {
			header.Set("Accept-Encoding", codings)
		}
		answer := c.Raw(t, http.MethodPost, path, header, []byte("{}"))
		require.Equal(t, http.StatusOK, answer.Status)
		return answer.Header.Get("Content-Encoding"), answer.Body
	}
	coding, plain := ask("/app/content/privacy", "")
	require.Empty(t, coding)
	coding, packed := ask("/app/content/privacy", "gzip, deflate, br")
	require.Equal(t, "gzip", coding)
	require.Less(t, len(packed), len(plain))
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	unpacked, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.JSONEq(t, string(plain), string(unpacked))
	coding, _ = ask("/app/loan/list", "gzip")
	require.Empty(t, coding)
}
