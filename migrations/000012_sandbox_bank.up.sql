-- gateway/payment, embedded default: a bank of its own, with its own books and its own transactions.
-- It stays empty where a real gateway is configured.
CREATE SCHEMA sandbox_bank;
GRANT USAGE ON SCHEMA sandbox_bank TO loanmarket_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA sandbox_bank GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO loanmarket_app;

CREATE TABLE sandbox_bank.transfer (
    reference      text        PRIMARY KEY,       -- the caller's; a repeat is the same transfer
    direction      text        NOT NULL CHECK (direction IN ('payout', 'refund')),
    bank_code      text        NOT NULL,
    account_number text        NOT NULL,
    holder_name    text        NOT NULL,
    amount         bigint      NOT NULL CHECK (amount > 0),
    currency       text        NOT NULL,
    memo           text        NOT NULL DEFAULT '',
    state          text        NOT NULL CHECK (state IN ('succeeded', 'failed')),
    failure_reason text,
    serial         text        NOT NULL UNIQUE,
    created_at     timestamptz NOT NULL DEFAULT now()
);

-- Calls that the bank pretended to lose once, so that a caller's retry can be seen to work.
CREATE TABLE sandbox_bank.lost_call (
    reference text PRIMARY KEY
);

CREATE TABLE sandbox_bank.incoming (
    reference    text        PRIMARY KEY,
    account      text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    memo         text        NOT NULL,
    payer_name   text        NOT NULL DEFAULT '',
    payer_account text       NOT NULL DEFAULT '',
    paid_at      timestamptz NOT NULL,            -- business time of the market
    reversed_at  timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now()
);

-- Callbacks the bank still owes its customers.
CREATE TABLE sandbox_bank.callback (
    event_id     text        PRIMARY KEY,
    body         jsonb       NOT NULL,
    attempts     int         NOT NULL DEFAULT 0,
    next_at      timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz
);
CREATE INDEX callback_due ON sandbox_bank.callback (next_at) WHERE delivered_at IS NULL;
