-- domain/carrier: one try of a borrower with her mobile carrier, to prove her number or to open an account there. Neither
-- the number nor any password or code is kept; the carrier knows the try by its id.
CREATE TABLE carrier_session (
    id             uuid        PRIMARY KEY,
    member_id      uuid        NOT NULL REFERENCES member (id),
    region         text        NOT NULL,
    carrier        text        NOT NULL,
    kind           text        NOT NULL CHECK (kind IN ('verify', 'register')),
    way            text        NOT NULL CHECK (way IN ('password', 'code')),
    state          text        NOT NULL CHECK (state IN ('starting', 'code', 'waiting', 'succeeded', 'failed', 'expired', 'replaced')),
    reason         text        NOT NULL DEFAULT '',
    code_length    smallint    NOT NULL DEFAULT 6 CHECK (code_length BETWEEN 4 AND 6),
    code_sent_at   timestamptz,
    codes          smallint    NOT NULL DEFAULT 0, -- texted so far
    tries          smallint    NOT NULL DEFAULT 0, -- wrong codes so far
    tenure_months  smallint,                       -- how long the number has been hers, where the carrier tells
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    ended_at       timestamptz,
    valid_until    timestamptz,
    CONSTRAINT carrier_session_ended CHECK ((state IN ('starting', 'code', 'waiting')) = (ended_at IS NULL)),
    CONSTRAINT carrier_session_valid CHECK ((state = 'succeeded' AND kind = 'verify') = (valid_until IS NOT NULL)),
    CONSTRAINT carrier_session_reason CHECK ((state = 'failed') = (reason <> ''))
);
-- One try at a time.
CREATE UNIQUE INDEX carrier_session_running ON carrier_session (member_id) WHERE state IN ('starting', 'code', 'waiting');
CREATE INDEX carrier_session_member ON carrier_session (member_id, created_at DESC);

-- What happened in a try, in order.
CREATE TABLE carrier_session_event (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    session_id uuid        NOT NULL REFERENCES carrier_session (id) ON DELETE CASCADE,
    event      text        NOT NULL,
    from_state text        NOT NULL,
    to_state   text        NOT NULL,
    reason     text        NOT NULL DEFAULT '',
    at         timestamptz NOT NULL
);
CREATE INDEX carrier_session_event_session ON carrier_session_event (session_id, at);
REVOKE UPDATE, DELETE ON carrier_session_event FROM loanmarket_app;

-- gateway/carrier, embedded default: an operator of its own, with its own books and its own transactions. It stays empty
-- where a real gateway is configured.
CREATE SCHEMA sandbox_carrier;
GRANT USAGE ON SCHEMA sandbox_carrier TO loanmarket_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox_carrier GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO loanmarket_app;

CREATE TABLE sandbox_carrier.request (
    reference     text        PRIMARY KEY,       -- the caller's; a repeat is the same request
    carrier       text        NOT NULL,
    number        text        NOT NULL,
    kind          text        NOT NULL,
    state         text        NOT NULL CHECK (state IN ('code', 'waiting', 'verified', 'failed')),
    reason        text        NOT NULL DEFAULT '',
    plan          text        NOT NULL DEFAULT '', -- what it has in store for whoever asked
    code          text        NOT NULL DEFAULT '',
    code_sent_at  timestamptz NOT NULL,
    tries         smallint    NOT NULL DEFAULT 0,
    ready_at      timestamptz,
    created_at    timestamptz NOT NULL
);

-- Whose number has an account with the operator, of those that it once refused for having none.
CREATE TABLE sandbox_carrier.account (
    carrier   text        NOT NULL,
    number    text        NOT NULL,
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (carrier, number)
);
