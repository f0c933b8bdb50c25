-- base/job: the job that lives already for the same arguments (QueueMissing) is found among the living, by its kind and a hash of them:
-- arguments themselves may be longer than an index holds.
CREATE INDEX CONCURRENTLY river_job_living ON river_job (kind, jsonb_hash_extended(args, 0)) WHERE finalized_at IS NULL;
