package account

import (
	"context"
	"slices"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
)

// RemoveArgs are the arguments of the job that removes the bytes of erased files from the object store.
type RemoveArgs struct {
	Files []media.Erased `json:"files"`
}

// Kind names the job.
func (RemoveArgs) Kind() string { return "account.remove_files" }

// InsertOpts names its queue, with a low priority: a sweep inserts hundreds of these jobs at once, and documents that
// borrowers wait for go first.
func (RemoveArgs) InsertOpts() river.InsertOpts { return job.Document.LastOptions() }

// filesPerJob bounds a job, because a failed job starts over.
const filesPerJob = 50

// Removals returns the jobs that remove the bytes of erased files. Insert them in the transaction that erased the
// files.
func Removals(files []media.Erased) []job.Job {
	var jobs []job.Job
	for part := range slices.Chunk(files, filesPerJob) {
		jobs = append(jobs, job.Of(RemoveArgs{Files: part})...)
	}
	return jobs
}

// Remove removes the bytes. Bytes that are already gone are no error, so a job may be repeated.
func (a *Account) Remove(ctx context.Context, args RemoveArgs) error {
	for _, f := range args.Files {
		if err := a.media.Remove(ctx, f.Kind, f.ID); err != nil {
			return err
		}
	}
	return nil
}
