CREATE INDEX CONCURRENTLY river_job_metadata_index ON river_job USING GIN (metadata);
