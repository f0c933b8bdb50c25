package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// uploadFile uploads a picture as the app does.
func uploadFile(t *testing.T, c *apptest.Client, kind string) uuid.UUID {
	t.Helper()
	answer := upload(t, c, kindOf(kind), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var data contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &data))
	return data.FileID
}

// canRead reports whether a file can be read.
func canRead(t *testing.T, c *apptest.Client, file uuid.UUID) bool {
	t.Helper()
	answer := c.Send(t, apptest.Operation(t, "fileGet"), "/app/file/"+file.String(), http.Header{}, nil)
	if answer.Status != http.StatusOK {
		require.Equal(t, reason.FileNotFound, answer.Failure.Reason)
	}
	return answer.Status == http.StatusOK
}

// The new holder of a number sees no picture of the previous one and cannot submit it. Once the new holder has proved
// an identity, these pictures are deleted, except those attached to a ticket that waits for its answer.
func TestPicturesOfPreviousHolderAreNotShown(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old := m.Login(t)
	kinds := []string{"identity", "passbook", "proof", "complaint"}
	var files []uuid.UUID
	var secrets []string
	for _, kind := range kinds {
		files = append(files, uploadFile(t, old, kind))
	}
	shown := uploadFile(t, old, "complaint")
	old.OK(t, "supportComplain", body{"text": "Chuyện riêng của tôi", "fileIds": []uuid.UUID{shown}}, nil)
	for _, file := range append(files, shown) {
		require.True(t, canRead(t, old, file))
		secrets = append(secrets, file.String())
	}

	fresh := newDevice(t, old)
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, secrets)
	for _, file := range append(files, shown) {
		require.False(t, canRead(t, fresh, file))
	}
	form := identityBody(t, fresh, "001199000321")
	form["frontFileId"] = files[0]
	require.Contains(t, fresh.Refused(t, reason.InvalidParameter, "authIdentity", form).Failure.Fields, "frontFileId")
	fresh.Refused(t, reason.InvalidParameter, "supportComplain", body{"text": "x", "fileIds": []uuid.UUID{files[3]}})
	own := uploadFile(t, fresh, "complaint")
	require.False(t, canRead(t, old, own))
	require.True(t, canRead(t, old, files[0]), "refused requests change nothing")

	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000321"), nil)
	requireCopyWithout(t, fresh, secrets)
	for i, file := range files {
		require.False(t, canRead(t, fresh, file))
		require.Eventually(t, func() bool { return !m.stored(t, kinds[i], file) }, 30*time.Second, 50*time.Millisecond, "the object store no longer holds the picture")
	}
	require.False(t, canRead(t, fresh, shown))
	require.True(t, m.stored(t, "complaint", shown), "the picture is kept for whoever answers the ticket")

	fresh.LetIn(t, old)
	require.True(t, canRead(t, old, own), "both phones of one person see the same pictures")
	require.True(t, canRead(t, fresh, uploadFile(t, old, "complaint")))
	require.True(t, canRead(t, old, shown))
	require.False(t, canRead(t, fresh, shown))
}
