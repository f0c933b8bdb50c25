package apptest

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// TryForm sends a form with text fields and with JPEG files in one field. An error means that no response was received; it may
// be called from any goroutine.
func (c *Client) TryForm(ctx context.Context, operation string, words map[string]string, field string, files ...[]byte) (Answer, error) {
	document, err := contract.Load()
	if err != nil {
		return Answer{}, err
	}
	op, found := document.Operation(operation)
	if !found {
		return Answer{}, fmt.Errorf("apptest: no operation %s", operation)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, word := range words {
		if err := form.WriteField(name, word); err != nil {
			return Answer{}, err
		}
	}
	for _, file := range files {
		part, err := form.CreateFormFile(field, field+".jpg")
		if err != nil {
			return Answer{}, err
		}
		if _, err := part.Write(file); err != nil {
			return Answer{}, err
		}
	}
	if err := form.Close(); err != nil {
		return Answer{}, err
	}
	return c.do(ctx, op.Method, op.Path, http.Header{"Content-Type": {form.FormDataContentType()}}, body.Bytes())
}
