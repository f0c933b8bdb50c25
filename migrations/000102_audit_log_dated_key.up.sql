-- What will be the key of a month's part.
CREATE UNIQUE INDEX CONCURRENTLY audit_log_dated_key ON audit_log (id, at);
