package job

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/rivershared/uniquestates"
	"github.com/riverqueue/river/rivertype"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// living are the states of a job that has something left to do: those without a time at which it was finalized.
var living = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// insertMissing is insert without the jobs that live already, whoever asked for them. What two look for at the same time
// is kept to one by the unique key.
var insertMissing = strings.Replace(insert, "ON CONFLICT", `
		WHERE NOT EXISTS (
			SELECT FROM river_job r WHERE r.kind = job.kind AND jsonb_hash_extended(r.args, 0) = jsonb_hash_extended(job.args, 0)
				AND r.args = job.args AND r.finalized_at IS NULL)
		ON CONFLICT`, 1)

// QueueMissing adds those of the jobs to a batch for which no job of the same kind and arguments lives: one that waits,
// also for its next attempt, or runs.
func QueueMissing(batch *pgx.Batch, jobs ...Job) error {
	if len(jobs) == 0 {
		return nil
	}
	for i := range jobs {
		args, err := json.Marshal(jobs[i].Args)
		if err != nil {
			return fmt.Errorf("job: %s: %w", jobs[i].Args.Kind(), err)
		}
		jobs[i].Unique = string(args)
	}
	columns, err := rows(jobs)
	if err != nil {
		return err
	}
	columns[len(columns)-1] = int32(uniquestates.UniqueStatesToBitmask(living))
	batch.Queue(insertMissing, columns...)
	return nil
}

// CountUnfinished counts the jobs of a kind that have something left to do, those that run among them.
func CountUnfinished(kind string) postgres.Query[int] {
	return postgres.Value[int]("job: living", `SELECT count(*) FROM river_job WHERE kind = $1 AND finalized_at IS NULL`, kind)
}
