DROP INDEX CONCURRENTLY river_job_living;
