DROP INDEX CONCURRENTLY audit_log_dated_key;
