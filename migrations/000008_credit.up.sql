-- domain/credit: limit, score and freezes, with their history.
CREATE TABLE credit_profile (
    member_id    uuid   PRIMARY KEY REFERENCES member (id),
    currency     text   NOT NULL CHECK (length(currency) = 3),
    credit_limit bigint NOT NULL CHECK (credit_limit >= 0),
    score        int    NOT NULL CHECK (score BETWEEN 0 AND 1000)
);

CREATE TABLE credit_event (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id    uuid        NOT NULL REFERENCES member (id),
    kind         text        NOT NULL,            -- opened, decision, settled_on_time, settled_late, offer_cancelled, operator
    limit_after  bigint      NOT NULL,
    score_after  int         NOT NULL,
    order_id     uuid,
    at           timestamptz NOT NULL
);
CREATE INDEX credit_event_member ON credit_event (member_id, at);
CREATE UNIQUE INDEX credit_event_once ON credit_event (order_id, kind) WHERE order_id IS NOT NULL;
REVOKE UPDATE, DELETE ON credit_event FROM loanmarket_app;

-- A product that may be applied for again only after a waiting time.
CREATE TABLE product_freeze (
    member_id    uuid        NOT NULL REFERENCES member (id),
    product_id   uuid        NOT NULL,
    available_at timestamptz NOT NULL,
    reason       text        NOT NULL,
    PRIMARY KEY (member_id, product_id)
);
REVOKE DELETE ON credit_profile FROM loanmarket_app;
