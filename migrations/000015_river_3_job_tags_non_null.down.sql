-- The job queue: River v0.51.0, its own migration 3, unchanged.
ALTER TABLE river_job
    ALTER COLUMN tags DROP NOT NULL,
    ALTER COLUMN tags DROP DEFAULT;
