-- domain/repay: what a borrower intends to pay, what came in, what went back.

-- Money comes in only against an intent: it keeps the quote that it stands for.
CREATE TABLE payment_intent (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id   uuid        NOT NULL REFERENCES loan_order (id),
    member_id  uuid        NOT NULL REFERENCES member (id),
    purpose    text        NOT NULL CHECK (purpose IN ('repayment', 'payoff', 'extension')),
    method     text        NOT NULL CHECK (method IN ('bank', 'paycode')),
    amount     bigint      NOT NULL CHECK (amount > 0),
    currency   text        NOT NULL CHECK (length(currency) = 3),
    quote      jsonb       NOT NULL,              -- breakdown and value date that the borrower saw
    -- Memo of the transfer, upper case. A cut memo is looked up by its beginning, so the index is in byte order.
    code       text COLLATE "C" NOT NULL CONSTRAINT payment_intent_code_key UNIQUE,
    token_hash bytea       NOT NULL CONSTRAINT payment_intent_token_key UNIQUE, -- pay link without login
    state      text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'expired', 'replaced')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX payment_intent_order ON payment_intent (order_id, created_at DESC);
CREATE INDEX payment_intent_open ON payment_intent (expires_at) WHERE state = 'open';

-- Money that the gateway reported. order_id is null while it waits in suspense.
CREATE TABLE payment (
    id                uuid        PRIMARY KEY DEFAULT uuidv7(),
    gateway           text        NOT NULL,
    gateway_reference text        NOT NULL,
    serial_number     text        NOT NULL CONSTRAINT payment_serial_key UNIQUE,
    intent_id         uuid        REFERENCES payment_intent (id),
    order_id          uuid        REFERENCES loan_order (id),
    member_id         uuid        REFERENCES member (id),
    seq               int,                        -- which payment of its order it was, counted under the order's lock
    amount            bigint      NOT NULL CHECK (amount > 0),
    currency          text        NOT NULL CHECK (length(currency) = 3),
    memo              text        NOT NULL DEFAULT '',
    payment_type      text        NOT NULL,       -- bank, paycode
    paid_from         text        NOT NULL DEFAULT '', -- masked
    paid_to           text        NOT NULL DEFAULT '',
    state             text        NOT NULL CHECK (state IN ('posted', 'suspense', 'reversed', 'returned')),
    outcome           text        NOT NULL DEFAULT '', -- exact, part, payoff, over, late_quote: what the borrower is told
    paid_at           timestamptz NOT NULL,
    value_date        date        NOT NULL,
    received_at       timestamptz NOT NULL,
    CONSTRAINT payment_gateway_key UNIQUE (gateway, gateway_reference),
    CONSTRAINT payment_suspense CHECK (state NOT IN ('posted', 'reversed') OR order_id IS NOT NULL),
    CONSTRAINT payment_owner CHECK ((order_id IS NULL) = (member_id IS NULL) AND (order_id IS NULL) = (seq IS NULL)),
    CONSTRAINT payment_seq_key UNIQUE (order_id, seq)
);
CREATE INDEX payment_member ON payment (member_id, paid_at DESC, id DESC);
CREATE INDEX payment_intent_paid ON payment (intent_id);
CREATE INDEX payment_order ON payment (order_id, value_date DESC, id DESC);
CREATE INDEX payment_suspense ON payment (received_at) WHERE state = 'suspense';

-- Where a payment went. A payment that turns out to be older than another moves the split of the later one: that is a
-- new round, and the newest counts.
CREATE TABLE payment_allocation (
    payment_id uuid   NOT NULL REFERENCES payment (id),
    round      int    NOT NULL CHECK (round >= 1),
    component  text   NOT NULL CHECK (component IN ('late_fee', 'overdue_fee', 'extension_fee', 'account_fee', 'service_fee', 'interest', 'principal', 'overpayment')),
    amount     bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (payment_id, round, component)
);

CREATE TABLE payment_reversal (
    payment_id        uuid        PRIMARY KEY REFERENCES payment (id),
    gateway_reference text        NOT NULL,
    reason            text        NOT NULL,
    reported_at       timestamptz NOT NULL
);

-- An overpayment goes back to where it came from; never kept. So does money whose owner nobody finds.
CREATE TABLE refund (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id       uuid        REFERENCES loan_order (id), -- null for a payment that waits in suspense
    payment_id     uuid        NOT NULL REFERENCES payment (id),
    amount         bigint      NOT NULL CHECK (amount > 0),
    currency       text        NOT NULL,
    reference      text        NOT NULL CONSTRAINT refund_reference_key UNIQUE,
    state          text        NOT NULL CHECK (state IN ('created', 'unknown', 'succeeded', 'failed')),
    failure_reason text,
    created_at     timestamptz NOT NULL,
    finished_at    timestamptz
);
CREATE INDEX refund_order ON refund (order_id);
CREATE INDEX refund_payment ON refund (payment_id, created_at DESC);
CREATE UNIQUE INDEX refund_suspense_once ON refund (payment_id) WHERE order_id IS NULL AND state IN ('created', 'unknown');

-- A picture that says "I paid": has a state of its own and never changes a balance.
CREATE TABLE repayment_proof (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id   uuid        NOT NULL REFERENCES loan_order (id),
    member_id  uuid        NOT NULL REFERENCES member (id),
    file_ids   uuid[]      NOT NULL CHECK (cardinality(file_ids) BETWEEN 1 AND 3),
    note       text        NOT NULL DEFAULT '',
    state      text        NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'matched', 'rejected')),
    reason     text        NOT NULL DEFAULT '',
    payment_id uuid        REFERENCES payment (id),
    created_at timestamptz NOT NULL,
    decided_at timestamptz
);
CREATE INDEX repayment_proof_order ON repayment_proof (order_id, created_at);

REVOKE UPDATE, DELETE ON payment_allocation, payment_reversal FROM loanmarket_app;
REVOKE DELETE ON payment, payment_intent, refund FROM loanmarket_app;
