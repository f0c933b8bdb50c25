package apptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// ImageAnswer is the answer that the server accepts for every image code of a stack: only a keyed hash is stored, and tests
// cannot read pictures.
const ImageAnswer = "K7RM"

// Image requests an image code for a number and makes ImageAnswer its answer.
func (c *Client) Image(t testing.TB, national string) string {
	t.Helper()
	op := Operation(t, "getValidateCode")
	path := op.Path + "?mobile=" + national + "&timestamp=1"
	if c.Device != "" {
		path += "&device=" + c.Device[:member.PublicDevice]
	}
	answer := c.Send(t, op, path, nil, nil)
	require.Equal(t, 200, answer.Status, "%s", answer.Body)
	h := c.Stack.Apps[0]
	tag, err := c.Stack.Pool.Exec(t.Context(), `
		UPDATE image_code SET answer_hmac = $3
		WHERE id = (SELECT id FROM image_code WHERE region = $1 AND phone_hash = $2 ORDER BY created_at DESC, id DESC LIMIT 1)`,
		h.Region.Code, h.Hasher.Hash("phone", h.Region.Code, national),
		h.Hasher.Hash("image_code", h.Region.Code, national, ImageAnswer))
	require.NoError(t, err)
	require.EqualValues(t, 1, tag.RowsAffected())
	return ImageAnswer
}
