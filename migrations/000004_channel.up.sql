-- domain/channel: where a borrower came from, and what the pages record.
CREATE TABLE channel (
    code                 text        PRIMARY KEY CONSTRAINT channel_code_form CHECK (code ~ '^[A-Za-z0-9_-]{1,64}$'),
    name                 text        NOT NULL DEFAULT '',
    promotion_platform   text        NOT NULL DEFAULT ''
                         CONSTRAINT channel_platform CHECK (promotion_platform IN ('', 'google', 'meta', 'tiktok')),
    pixel_id             text        NOT NULL DEFAULT '',
    require_same         boolean     NOT NULL DEFAULT false,
    platform_id_limit    text        NOT NULL DEFAULT '',
    reported_score_range text        NOT NULL DEFAULT '',
    report_to            text        NOT NULL DEFAULT '',    -- google: the customer and its conversion actions
    test_event_code      text        NOT NULL DEFAULT '',
    token_sealed         bytea,                              -- the platform's own token; it never leaves the server
    active               boolean     NOT NULL DEFAULT true,
    updated_at           timestamptz
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

CREATE TABLE channel_visit (
    code   text NOT NULL REFERENCES channel (code),
    day    date NOT NULL,
    visits int  NOT NULL CHECK (visits > 0),
    PRIMARY KEY (code, day)
);

-- Click ids, address and browser are kept only with the visitor's consent, and no longer than the purge allows.
CREATE TABLE login_origin (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id      uuid        NOT NULL,
    new_member     boolean     NOT NULL,
    channel_code   text        NOT NULL REFERENCES channel (code),
    app_product_id text        NOT NULL,
    ads_consent    boolean     NOT NULL,
    page_url       text        NOT NULL DEFAULT '',
    facebook_fbc   text        NOT NULL DEFAULT '',
    facebook_fbp   text        NOT NULL DEFAULT '',
    web_click_id   text        NOT NULL DEFAULT '',
    ip             text        NOT NULL DEFAULT '',
    user_agent     text        NOT NULL DEFAULT '',
    at             timestamptz NOT NULL
);
CREATE INDEX login_origin_member ON login_origin (member_id, at DESC);
CREATE INDEX login_origin_at ON login_origin (at); -- purge

CREATE TABLE conversion (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id    uuid        NOT NULL,
    event        text        NOT NULL CHECK (event IN ('registration', 'application', 'payout')),
    subject      text        NOT NULL,                       -- the member or the order
    channel_code text        NOT NULL REFERENCES channel (code),
    state        text        NOT NULL CHECK (state IN ('sent', 'skipped', 'refused')),
    detail       text        NOT NULL DEFAULT '',            -- why it was skipped or refused
    at           timestamptz NOT NULL,
    CONSTRAINT conversion_once UNIQUE (event, subject)
);
CREATE INDEX conversion_at ON conversion (at);
CREATE INDEX conversion_member ON conversion (member_id);

-- gateway/ads, embedded default: what was "reported", shown on the development desk.
CREATE TABLE desk_conversion (
    id       uuid        PRIMARY KEY DEFAULT uuidv7(),
    platform text        NOT NULL,
    pixel_id text        NOT NULL,
    event    text        NOT NULL,
    event_id text        NOT NULL,
    amount   bigint      NOT NULL DEFAULT 0,       -- minor units; of a payout alone
    currency text        NOT NULL DEFAULT '',
    at       timestamptz NOT NULL
);

-- The development profile alone writes here: the answer of a picture, for whoever cannot see it.
CREATE TABLE desk_image_code (
    phone    text        PRIMARY KEY,
    answer   text        NOT NULL,
    drawn_at timestamptz NOT NULL
);
