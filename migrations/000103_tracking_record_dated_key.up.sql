-- What will be the key of a month's part.
CREATE UNIQUE INDEX CONCURRENTLY tracking_record_dated_key ON tracking_record (id, at);
