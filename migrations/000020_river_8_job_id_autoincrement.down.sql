-- The job queue: River v0.51.0, its own migration 8, unchanged.
-- No-op. Postgres sequences already prevent automatically generated job IDs
-- from being reused.
SELECT 1;
