-- base/job: see 202. It was written for each job, and for each of its steps, and looked into by QueueMissing alone.
DROP INDEX CONCURRENTLY river_job_args_index;
