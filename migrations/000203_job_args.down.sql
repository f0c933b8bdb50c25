CREATE INDEX CONCURRENTLY river_job_args_index ON river_job USING GIN (args);
