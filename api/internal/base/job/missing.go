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

// living are the states of a job that is not finalized.
var living = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// insertMissing is insert without the jobs that already exist unfinalized, whoever inserted them. If two transactions insert
// the same job at the same time, the unique key keeps one.
var insertMissing = strings.Replace(insert, "ON CONFLICT", `
		WHERE NOT EXISTS (
			SELECT FROM river_job r WHERE r.kind = job.kind AND jsonb_hash_extended(r.args, 0) = jsonb_hash_extended(job.args, 0)
				AND r.args = job.args AND r.finalized_at IS NULL)
		ON CONFLICT`, 1)

// QueueMissing adds to a batch the insert of those jobs for which no job of the same kind and arguments is waiting (also for a
// retry) or running.
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

// CountUnfinished counts the jobs of a kind that are not finalized, including running ones.
func CountUnfinished(kind string) postgres.Query[int] {
	return postgres.Value[int]("job: living", `SELECT count(*) FROM river_job WHERE kind = $1 AND finalized_at IS NULL`, kind)
}
