-- domain/member: who the borrower is to us, her devices, sessions, codes and consents.

CREATE TABLE member (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    region       text        NOT NULL,
    phone        text,                            -- national form with its leading 0; null once erased
    phone_hash   bytea       NOT NULL,            -- keyed hash; stays after erasure, so the number cannot register again
    status       text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deleting', 'deleted')),
    white_listed boolean     NOT NULL DEFAULT false,
    lang         text        NOT NULL CHECK (lang IN ('cn', 'vi', 'th', 'en')),
    channel_code text,
    created_at   timestamptz NOT NULL,
    CONSTRAINT member_phone_key UNIQUE (region, phone_hash),
    CONSTRAINT member_erased CHECK ((status = 'deleted') = (phone IS NULL))
);

-- A browser or an installed app. A new device of a known member stays untrusted until the member
-- has given a second fact: phone numbers are recycled.
CREATE TABLE device (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id  uuid        NOT NULL REFERENCES member (id),
    hash       bytea       NOT NULL,              -- keyed hash of the device id that the app sends
    label      text        NOT NULL DEFAULT '',
    trusted_at timestamptz,
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    CONSTRAINT device_member_key UNIQUE (member_id, hash)
);

CREATE TABLE session (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    token_hash     bytea       NOT NULL CONSTRAINT session_token_key UNIQUE, -- SHA-256 of 256 random bits
    member_id      uuid        NOT NULL REFERENCES member (id),
    device_id      uuid        NOT NULL REFERENCES device (id),
    app_product_id text        NOT NULL,
    fresh_until    timestamptz,                   -- end of the 15 minutes after an SMS code or a face check
    fresh_for      smallint,                      -- the type of that code: what it was given for, and nothing else
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,          -- 720 hours
    revoked_at     timestamptz
);
CREATE INDEX session_member ON session (member_id);

-- type: 200 login, 201 confirm a loan, 202 bank card, 203 delete the account, 204 a copy of one's own data
CREATE TABLE sms_code (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    region     text        NOT NULL,
    phone_hash bytea       NOT NULL,
    type       smallint    NOT NULL CHECK (type IN (200, 201, 202, 203, 204)),
    code_hmac  bytea       NOT NULL,
    sent_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries      smallint    NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
    used_at    timestamptz
);
CREATE INDEX sms_code_newest ON sms_code (region, phone_hash, type, sent_at DESC);
CREATE INDEX sms_code_sent ON sms_code (sent_at); -- share of verified codes, purge

CREATE TABLE image_code (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    region      text        NOT NULL,
    phone_hash  bytea       NOT NULL,
    answer_hmac bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    tries       smallint    NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
    used_at     timestamptz
);
CREATE INDEX image_code_newest ON image_code (region, phone_hash, created_at DESC);
CREATE INDEX image_code_created ON image_code (created_at); -- purge

-- Given and withdrawn consents: a log, never changed.
CREATE TABLE consent (
    id        uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id uuid        NOT NULL REFERENCES member (id),
    kind      text        NOT NULL CHECK (kind IN ('terms', 'privacy', 'data_processing', 'credit_check', 'marketing', 'analytics')),
    version   text        NOT NULL,
    granted   boolean     NOT NULL,
    at        timestamptz NOT NULL,
    device_id uuid        REFERENCES device (id)
);
CREATE INDEX consent_member ON consent (member_id, kind, at DESC);
REVOKE UPDATE, DELETE ON consent FROM loanmarket_app;

-- gateway/sms, embedded default: what was "sent", shown on the development desk.
CREATE TABLE desk_sms (
    id      uuid        PRIMARY KEY DEFAULT uuidv7(),
    phone   text        NOT NULL,
    body    text        NOT NULL,
    sent_at timestamptz NOT NULL
);
REVOKE DELETE ON member FROM loanmarket_app;
