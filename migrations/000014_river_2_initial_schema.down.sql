-- The job queue: River v0.51.0, its own migration 2, unchanged.
DROP TABLE river_job;
DROP FUNCTION river_job_notify;
DROP TYPE river_job_state;

DROP TABLE river_leader;
