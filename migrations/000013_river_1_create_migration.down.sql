-- The job queue: River v0.51.0, its own migration 1, unchanged.
DROP TABLE river_migration;
