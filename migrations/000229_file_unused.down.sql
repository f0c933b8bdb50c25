DROP INDEX CONCURRENTLY file_object_unused;
