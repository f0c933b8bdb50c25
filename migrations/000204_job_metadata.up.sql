-- base/job: likewise; River looks for metadata only where somebody lists jobs by them, and nobody here does.
DROP INDEX CONCURRENTLY river_job_metadata_index;
