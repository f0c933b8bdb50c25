-- What every domain leans on and no domain owns.

-- base/clock: business time = wall time + this offset. Always zero in production.
CREATE TABLE clock_offset (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    seconds  bigint  NOT NULL DEFAULT 0 CHECK (seconds >= 0)
);
INSERT INTO clock_offset DEFAULT VALUES;

-- base/idem: the stored answer of a write, kept for 24 hours, written with its effect.
CREATE TABLE idempotency_key (
    scope      text        NOT NULL,              -- member id or hash of a pay token
    route      text        NOT NULL,
    key        text        NOT NULL CHECK (length(key) BETWEEN 8 AND 128),
    body_hash  bytea       NOT NULL,              -- SHA-256 of the canonical request
    status     int,                               -- HTTP status of the stored answer; null while the effect runs
    answer     jsonb,                             -- envelope of the stored answer, never with a token in it
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (scope, route, key),
    CONSTRAINT idempotency_key_answered CHECK ((status IS NULL) = (answer IS NULL))
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);

-- base/limit: counters shared by all API processes; wall time.
CREATE TABLE rate_limit (
    bucket       text        NOT NULL,            -- rule and keyed hash of the subject
    window_start timestamptz NOT NULL,
    hits         int         NOT NULL CHECK (hits >= 0),
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_limit_expiry ON rate_limit (expires_at);

-- base/media: images and documents; the bytes are in the object store.
CREATE TABLE file_object (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id  uuid        NOT NULL,
    kind       text        NOT NULL,              -- identity, face, passbook, proof, complaint, document
    object_key text        NOT NULL CONSTRAINT file_object_key_unique UNIQUE,
    mime       text        NOT NULL,
    bytes      int         NOT NULL CHECK (bytes > 0),
    sha256     bytea       NOT NULL,              -- of the plain content
    key_id     text,                              -- encryption key; null where the kind is stored in clear
    created_at timestamptz NOT NULL,
    erased_at  timestamptz
);
CREATE INDEX file_object_member ON file_object (member_id, kind);

-- Every read of an identity or face image, every decryption of an identity field, every operator command.
CREATE TABLE audit_log (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    at         timestamptz NOT NULL,
    actor      text        NOT NULL,              -- member:<id>, ops:<user>, job:<kind>
    action     text        NOT NULL,
    subject    text        NOT NULL,
    detail     jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject, at);

-- Signed callbacks, each handled once.
CREATE TABLE hook_event (
    source      text        NOT NULL,             -- lender:<code> or payment:<gateway>
    event_id    text        NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (source, event_id)
);

REVOKE UPDATE, DELETE ON audit_log, hook_event FROM loanmarket_app;
