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

// sent uploads a picture as the app does.
func sent(t *testing.T, c *apptest.Client, kind string) uuid.UUID {
	t.Helper()
	answer := upload(t, c, kindOf(kind), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var data contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &data))
	return data.FileID
}

// sees reports whether a file can be read.
func sees(t *testing.T, c *apptest.Client, file uuid.UUID) bool {
	t.Helper()
	answer := c.Send(t, apptest.Operation(t, "fileGet"), "/app/file/"+file.String(), http.Header{}, nil)
	if answer.Status != http.StatusOK {
		require.Equal(t, reason.FileNotFound, answer.Failure.Reason)
	}
	return answer.Status == http.StatusOK
}

// The new holder of a number sees no picture of the previous one and cannot submit it. Once the new holder has proved
// an identity, these pictures are deleted, except those attached to a ticket that waits for its answer.
func TestThePicturesOfTheNumberBeforeAreNotShown(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old := m.Login(t)
	kinds := []string{"identity", "passbook", "proof", "complaint"}
	var files []uuid.UUID
	var secrets []string
	for _, kind := range kinds {
		files = append(files, sent(t, old, kind))
	}
	shown := sent(t, old, "complaint")
	old.OK(t, "supportComplain", body{"text": "Chuyện riêng của tôi", "fileIds": []uuid.UUID{shown}}, nil)
	for _, file := range append(files, shown) {
		require.True(t, sees(t, old, file))
		secrets = append(secrets, file.String())
	}

	fresh := another(t, old)
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, secrets)
	for _, file := range append(files, shown) {
		require.False(t, sees(t, fresh, file))
	}
	form := identityBody(t, fresh, "001199000321")
	form["frontFileId"] = files[0]
	require.Contains(t, fresh.Refused(t, reason.InvalidParameter, "authIdentity", form).Failure.Fields, "frontFileId")
	fresh.Refused(t, reason.InvalidParameter, "supportComplain", body{"text": "x", "fileIds": []uuid.UUID{files[3]}})
	own := sent(t, fresh, "complaint")
	require.False(t, sees(t, old, own))
	require.True(t, sees(t, old, files[0]), "what was refused changes nothing")

	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000321"), nil)
	requireCopyWithout(t, fresh, secrets)
	for i, file := range files {
		require.False(t, sees(t, fresh, file))
		require.Eventually(t, func() bool { return !m.stored(t, kinds[i], file) }, 30*time.Second, 50*time.Millisecond, "the bytes go too")
	}
	require.False(t, sees(t, fresh, shown))
	require.True(t, m.stored(t, "complaint", shown), "who answers the ticket looks at it")

	fresh.LetIn(t, old)
	require.True(t, sees(t, old, own), "one person on two phones sees the same on both")
	require.True(t, sees(t, fresh, sent(t, old, "complaint")))
	require.True(t, sees(t, old, shown))
	require.False(t, sees(t, fresh, shown))
}
