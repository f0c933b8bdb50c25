package api_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// part is one part of a form.
type part struct {
	name, file string
	content    []byte
}

func upload(t *testing.T, c *apptest.Client, parts ...part) apptest.Answer {
	t.Helper()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	for _, p := range parts {
		create := writer.CreateFormField
		if p.file != "" {
			create = func(name string) (io.Writer, error) { return writer.CreateFormFile(name, p.file) }
		}
		w, err := create(p.name)
		require.NoError(t, err)
		_, err = w.Write(p.content)
		require.NoError(t, err)
	}
	require.NoError(t, writer.Close())
	op := apptest.Operation(t, "fileUpload")
	return c.Send(t, op, op.Path, http.Header{"Content-Type": {writer.FormDataContentType()}}, form.Bytes())
}

func kindOf(kind string) part { return part{name: "kind", content: []byte(kind)} }

func photo(t *testing.T) part {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, image.NewRGBA(image.Rect(0, 0, 320, 200)), nil))
	return part{"file", "card.jpg", out.Bytes()}
}

func TestUploadedPictureIsReadableOnlyByOwner(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	lan, minh := stack.Login(t), stack.Login(t)
	answer := upload(t, lan, kindOf("identity"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var data contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &data))

	op := apptest.Operation(t, "fileGet")
	path := "/app/file/" + data.FileID.String()
	own := lan.Send(t, op, path, nil, nil)
	require.Equal(t, http.StatusOK, own.Status)
	require.Equal(t, "image/jpeg", own.Header.Get("Content-Type"))
	require.Equal(t, "no-store", own.Header.Get("Cache-Control"))
	require.Contains(t, own.Header.Get("Content-Security-Policy"), "default-src 'none'")
	require.Equal(t, `attachment; filename=`+data.FileID.String()+`.jpg`, own.Header.Get("Content-Disposition"))
	require.Equal(t, "same-origin", own.Header.Get("Cross-Origin-Resource-Policy"))
	require.Equal(t, "nosniff", own.Header.Get("X-Content-Type-Options"))
	_, err := jpeg.Decode(bytes.NewReader(own.Body))
	require.NoError(t, err)

	foreign := minh.Send(t, op, path, nil, nil)
	require.Equal(t, reason.FileNotFound, foreign.Failure.Reason)
	unknown := minh.Send(t, op, "/app/file/"+uuid.NewString(), nil, nil)
	require.Equal(t, unknown.Body, foreign.Body, "a file of another member and an unknown file get the same response")
	visitor := stack.Client(t).Send(t, op, path, nil, nil)
	require.Equal(t, reason.SessionEnded, visitor.Failure.Reason)

	var reads int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE actor = $1`, "member:"+lan.MemberID.String()).Scan(&reads))
	require.Equal(t, 1, reads, "reading an identity picture is recorded in the audit log")
}

func TestInvalidUploadsAreRefused(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	var tiny bytes.Buffer
	require.NoError(t, png.Encode(&tiny, image.NewRGBA(image.Rect(0, 0, 4, 4))))
	// This is a PNG whose header claims 50,000 x 50,000 pixels.
	bomb := append([]byte(nil), tiny.Bytes()...)
	copy(bomb[16:24], []byte{0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50})
	for what, asked := range map[string]struct {
		parts []part
		want  reason.Reason
	}{
		"no file":                    {[]part{kindOf("identity")}, reason.FileMissing},
		"an empty file":              {[]part{kindOf("identity"), {"file", "a.jpg", nil}}, reason.FileMissing},
		"no kind":                    {[]part{photo(t)}, reason.InvalidParameter},
		"the internal kind document": {[]part{kindOf("document"), photo(t)}, reason.InvalidParameter},
		"the internal kind face":     {[]part{kindOf("face"), photo(t)}, reason.InvalidParameter},
		"a third part":               {[]part{kindOf("identity"), photo(t), {name: "memberId", content: []byte("x")}}, reason.InvalidParameter},
		"two files":                  {[]part{kindOf("identity"), photo(t), photo(t)}, reason.InvalidParameter},
		"an HTML page":               {[]part{kindOf("identity"), {"file", "a.jpg", []byte("<html><script>alert(1)</script></html>")}}, reason.FileTypeWrong},
		"a picture too small":        {[]part{kindOf("identity"), {"file", "a.png", tiny.Bytes()}}, reason.FileTooSmall},
		"a decompression bomb":       {[]part{kindOf("identity"), {"file", "a.png", bomb}}, reason.FileBroken},
	} {
		answer := upload(t, c, asked.parts...)
		require.Equal(t, asked.want, answer.Failure.Reason, "%s: %s", what, answer.Body)
	}
	op := apptest.Operation(t, "fileUpload")
	for _, mediaType := range []string{"", "application/json", "multipart/form-data", "multipart/form-data; boundary=x"} {
		answer := c.Send(t, op, op.Path, http.Header{"Content-Type": {mediaType}}, []byte(`{}`))
		require.False(t, answer.Success)
		require.Less(t, answer.Status, 500, mediaType)
	}
	big := upload(t, c, kindOf("identity"), part{"file", "a.jpg", make([]byte, 20<<20)})
	require.Equal(t, reason.TooLarge, big.Failure.Reason)

	var stored int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM file_object`).Scan(&stored))
	require.Zero(t, stored)
}

func TestUploadsAreLimited(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	picture := photo(t)
	for range 60 {
		require.True(t, upload(t, c, kindOf("proof"), picture).Success)
	}
	answer := upload(t, c, kindOf("proof"), picture)
	require.Equal(t, reason.FileTooMany, answer.Failure.Reason)
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
}
