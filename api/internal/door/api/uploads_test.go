package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// Pictures that were not submitted are deleted from the store after their retention time. Submitted ones stay. A caller
// who submits a deleted picture gets an error at its field and uploads it again.
func TestUnsubmittedPicturesAreDeletedAfterRetention(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Set("RETAIN_UPLOADS", "240h"))
	d, fresh := newDebtor(t, m.Stack, 10), m.Login(t)
	type picture struct {
		of   *apptest.Client
		kind string
		file uuid.UUID
	}
	var left, kept []picture
	submit := func(c *apptest.Client, operation string, kinds []string, form func(files []uuid.UUID) body) {
		t.Helper()
		var files []uuid.UUID
		for _, kind := range kinds {
			files = append(files, uploadFile(t, c, kind))
			kept = append(kept, picture{c, kind, files[len(files)-1]})
			left = append(left, picture{c, kind, uploadFile(t, c, kind)})
		}
		c.OK(t, operation, form(files), nil)
	}
	identity := func(files []uuid.UUID) body {
		form := identityBody(t, fresh, "001199000321")
		form["frontFileId"], form["backFileId"] = files[0], files[1]
		return form
	}
	both := []string{"identity", "identity"}
	submit(fresh, "authIdentity", both, identity)
	replaced := kept
	kept = nil
	// The identity is submitted again with the same pictures and a correction, and then with other pictures.
	fresh.OK(t, "authIdentity", identity([]uuid.UUID{replaced[0].file, replaced[1].file}), nil)
	submit(fresh, "authIdentity", both, identity)
	left = append(left, replaced...)
	submit(fresh, "bankCardAdd", []string{"passbook"}, func(files []uuid.UUID) body {
		return body{"bankCode": "VCB", "accountNumber": "190300112233", "accountNumberAgain": "190300112233", "accountType": "account", "passbookFileId": files[0]}
	})
	submit(d.client, "repayProof", []string{"proof", "proof"}, func(files []uuid.UUID) body { return body{"orderId": d.loan.OrderID, "fileIds": files, "note": ""} })
	submit(d.client, "supportComplain", []string{"complaint"}, func(files []uuid.UUID) body { return body{"text": "Tôi đã trả rồi", "fileIds": files} })
	slow := m.Login(t)
	first := identityBody(t, slow, "001199000322")
	slow.OK(t, "authIdentity", first, nil)
	run := func() {
		t.Helper()
		said, done := m.tryOperate(t, "housekeeping")
		require.True(t, done, said)
		// The process that is the leader also runs this job at any time, and this run skips what that job has locked.
		// Wait until it is done.
		require.Eventually(t, func() bool {
			unfinished, err := job.CountUnfinished(jobs.PurgeArgs{}.Kind()).Read(t.Context(), m.Pool)
			return err == nil && unfinished == 0
		}, 30*time.Second, 10*time.Millisecond)
	}
	requireReadable := func(want bool, pictures ...picture) {
		t.Helper()
		for _, p := range pictures {
			require.Equal(t, want, canRead(t, p.of, p.file), p.kind)
		}
	}

	// One day before the retention time ends, and one day after.
	m.Advance(t, 9*24*time.Hour)
	run()
	requireReadable(true, append(left, kept...)...)
	m.Advance(t, 2*24*time.Hour)
	run()
	requireReadable(true, kept...)
	requireReadable(false, left...)
	for _, p := range left {
		require.Eventually(t, func() bool { return !m.stored(t, p.kind, p.file) }, 30*time.Second, 50*time.Millisecond, "the object store no longer holds the picture")
	}
	refused := d.Refused(t, reason.InvalidParameter, "supportComplain", body{"text": "Nữa", "fileIds": []uuid.UUID{left[len(left)-1].file}})
	require.Equal(t, map[string]reason.Reason{"fileIds.0": reason.FileNotFound}, reasonsOf(refused))
	d.OK(t, "supportComplain", body{"text": "Nữa", "fileIds": []uuid.UUID{uploadFile(t, d.client, "complaint")}}, nil)

	// A submitted picture stays until another replaces it. A card was added with the pictures of its holder.
	again := identityBody(t, slow, "001199000322")
	run()
	slow.OK(t, "authIdentity", again, nil)
	fresh.OK(t, "authIdentity", identity([]uuid.UUID{uploadFile(t, fresh, "identity"), uploadFile(t, fresh, "identity")}), nil)
	run()
	requireReadable(false, picture{slow, "identity", first["frontFileId"].(uuid.UUID)}, picture{slow, "identity", first["backFileId"].(uuid.UUID)})
	requireReadable(true, kept...)
}
