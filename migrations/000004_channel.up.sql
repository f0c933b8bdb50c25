-- domain/channel: where a borrower came from, and what the pages record.
CREATE TABLE channel (
    code                 text    PRIMARY KEY,
    promotion_platform   text    NOT NULL DEFAULT '',
    pixel_id             text    NOT NULL DEFAULT '',
    require_same         boolean NOT NULL DEFAULT false,
    platform_id_limit    text    NOT NULL DEFAULT '',
    reported_score_range text    NOT NULL DEFAULT '',
    active               boolean NOT NULL DEFAULT true
);
INSERT INTO channel (code) VALUES ('organic');

CREATE TABLE tracking_record (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    phone_hash   bytea,
    page_id      text        NOT NULL CHECK (length(page_id) <= 64),
    button_id    text        NOT NULL CHECK (length(button_id) <= 64),
    channel_code text,
    at           timestamptz NOT NULL
);
CREATE INDEX tracking_record_at ON tracking_record USING brin (at);
