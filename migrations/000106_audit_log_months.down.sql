CREATE TEMP TABLE held ON COMMIT DROP AS SELECT * FROM audit_log;
DROP TABLE audit_log;
CREATE TABLE audit_log (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    at         timestamptz NOT NULL,
    actor      text        NOT NULL,              -- member:<id>, ops:<user>, job:<kind>
    action     text        NOT NULL,
    subject    text        NOT NULL,
    detail     jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject, at);
REVOKE UPDATE, DELETE ON audit_log FROM loanmarket_app;
INSERT INTO audit_log SELECT * FROM held;
DO $$
BEGIN
    SET LOCAL timezone = 'UTC';
    EXECUTE format('ALTER TABLE audit_log ADD CONSTRAINT dated_before CHECK (at < %L)',
        (SELECT date_trunc('month', greatest(max(at), now())) + interval '2 months' FROM audit_log));
END $$;
CREATE UNIQUE INDEX audit_log_dated_key ON audit_log (id, at);
