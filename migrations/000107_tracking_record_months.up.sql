-- The records of pages by month: a month is dropped, not deleted.
ALTER TABLE tracking_record RENAME TO tracking_record_before;
ALTER TABLE tracking_record_before DROP CONSTRAINT tracking_record_pkey, ADD CONSTRAINT tracking_record_before_pkey PRIMARY KEY USING INDEX tracking_record_dated_key;
ALTER INDEX tracking_record_at RENAME TO tracking_record_before_at;
ALTER INDEX tracking_record_phone RENAME TO tracking_record_before_phone;
CREATE TABLE tracking_record (
    id           uuid        DEFAULT uuidv7(),
    phone_hash   bytea,
    page_id      text        NOT NULL CONSTRAINT tracking_record_page_id_check CHECK (length(page_id) <= 64),
    button_id    text        NOT NULL CONSTRAINT tracking_record_button_id_check CHECK (length(button_id) <= 64),
    channel_code text,
    at           timestamptz NOT NULL,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX tracking_record_at ON tracking_record USING brin (at);
CREATE INDEX tracking_record_phone ON tracking_record (phone_hash, at) WHERE phone_hash IS NOT NULL;
DO $$
BEGIN
    SET LOCAL timezone = 'UTC';
    EXECUTE format('ALTER TABLE tracking_record ATTACH PARTITION tracking_record_before FOR VALUES FROM (MINVALUE) TO (%L)',
        (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
        WHERE conname = 'dated_before' AND conrelid = 'tracking_record_before'::regclass));
END $$;
ALTER TABLE tracking_record_before DROP CONSTRAINT dated_before;
CREATE TABLE tracking_record_default PARTITION OF tracking_record DEFAULT;
REVOKE ALL ON tracking_record_before, tracking_record_default FROM loanmarket_app;
GRANT SELECT ON tracking_record_default TO loanmarket_app; -- how many rows have no month
