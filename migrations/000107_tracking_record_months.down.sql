CREATE TEMP TABLE held ON COMMIT DROP AS SELECT * FROM tracking_record;
DROP TABLE tracking_record;
CREATE TABLE tracking_record (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    phone_hash   bytea,
    page_id      text        NOT NULL CHECK (length(page_id) <= 64),
    button_id    text        NOT NULL CHECK (length(button_id) <= 64),
    channel_code text,
    at           timestamptz NOT NULL
);
CREATE INDEX tracking_record_at ON tracking_record USING brin (at);
CREATE INDEX tracking_record_phone ON tracking_record (phone_hash, at) WHERE phone_hash IS NOT NULL;
INSERT INTO tracking_record SELECT * FROM held;
DO $$
BEGIN
    SET LOCAL timezone = 'UTC';
    EXECUTE format('ALTER TABLE tracking_record ADD CONSTRAINT dated_before CHECK (at < %L)',
        (SELECT date_trunc('month', greatest(max(at), now())) + interval '2 months' FROM tracking_record));
END $$;
CREATE UNIQUE INDEX tracking_record_dated_key ON tracking_record (id, at);
