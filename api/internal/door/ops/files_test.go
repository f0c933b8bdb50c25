package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// A new database replaces one that is lost.
func TestBucketsAreAdopted(t *testing.T) {
	t.Parallel()
	prefix := apptest.Set("S3_BUCKET_PREFIX", s3test.New(t).Prefix)
	lost := apptest.OpsAccess(t, prefix)
	require.NoError(t, lost.Files.Prepare(t.Context()))
	database := postgrestest.Create(t)
	_, err := postgrestest.Open(t, database.OwnerURL).Exec(t.Context(), `UPDATE deployment SET id = gen_random_uuid()`)
	require.NoError(t, err)
	d := &desk{Access: apptest.OpsAccess(t, prefix, apptest.On(database))}
	require.ErrorIs(t, d.Files.Prepare(t.Context()), media.ErrForeign)

	was, err := media.Deployment().Read(t.Context(), lost.Pool)
	require.NoError(t, err)
	require.Equal(t, was.String(), row(t, d.run(t, "files", "adopt", "--note=the disk is gone"), "identity")[1])
	require.Equal(t, 1, d.logged(t, "files.adopt"))
	require.NoError(t, d.Files.Prepare(t.Context()))
	require.Equal(t, "none\n", d.run(t, "files", "adopt", "--note=again"))
}

func TestFilesSweepSetsAHigherRemovalLimit(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.Contains(t, d.refused(t, "files", "sweep", "--at-most=0", "--note=nothing"), "at least 1")
	require.Contains(t, d.run(t, "files", "sweep", "--at-most=1234", "--note=of the test in May"), "may remove up to 1234 objects")
	require.Equal(t, 1, d.logged(t, "files.sweep"))
	require.Contains(t, d.run(t, "jobs", "list", "--kind=maintenance.orphans"), `"atMost": 1234`)
}
