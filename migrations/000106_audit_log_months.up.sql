-- The log by month: what is past its retention is dropped, not deleted. The application writes to the whole alone.
ALTER TABLE audit_log RENAME TO audit_log_before;
ALTER TABLE audit_log_before DROP CONSTRAINT audit_log_pkey, ADD CONSTRAINT audit_log_before_pkey PRIMARY KEY USING INDEX audit_log_dated_key;
ALTER INDEX audit_log_subject RENAME TO audit_log_before_subject;
CREATE TABLE audit_log (
    id         uuid        DEFAULT uuidv7(),
    at         timestamptz NOT NULL,
    actor      text        NOT NULL,              -- member:<id>, ops:<user>, job:<kind>
    action     text        NOT NULL,
    subject    text        NOT NULL,
    detail     jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_log_subject ON audit_log (subject, at);
DO $$
BEGIN
    SET LOCAL timezone = 'UTC';
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION audit_log_before FOR VALUES FROM (MINVALUE) TO (%L)',
        (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
        WHERE conname = 'dated_before' AND conrelid = 'audit_log_before'::regclass));
END $$;
ALTER TABLE audit_log_before DROP CONSTRAINT dated_before;
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
REVOKE UPDATE, DELETE ON audit_log FROM loanmarket_app;
REVOKE ALL ON audit_log_before, audit_log_default FROM loanmarket_app;
GRANT SELECT ON audit_log_default TO loanmarket_app; -- how many rows have no month
