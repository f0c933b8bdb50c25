-- The job queue: River v0.51.0, its own migration 8, unchanged.
-- No-op. Postgres sequences already prevent automatically generated job IDs
-- from being reused.
SELECT 1;

INSERT INTO river_migration (line, version) VALUES ('main',1),('main',2),('main',3),('main',4),('main',5),('main',6),('main',7),('main',8)
ON CONFLICT DO NOTHING;
