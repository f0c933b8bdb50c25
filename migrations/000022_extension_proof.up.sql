-- How long after the due date a loan can still be extended, and whether the fee may be added to the debt.
ALTER TABLE loan_product_version
    ADD COLUMN extension_overdue_days int     NOT NULL DEFAULT 0 CHECK (extension_overdue_days >= 0),
    ADD COLUMN extension_unpaid       boolean NOT NULL DEFAULT false;

-- A settlement that a reversal undoes takes its change of the credit back; settled again, the loan counts again.
ALTER TABLE credit_event
    ADD COLUMN round        int    NOT NULL DEFAULT 1 CHECK (round >= 1),
    ADD COLUMN limit_change bigint NOT NULL DEFAULT 0,
    ADD COLUMN score_change int    NOT NULL DEFAULT 0;
DROP INDEX credit_event_once;
CREATE UNIQUE INDEX credit_event_once ON credit_event (order_id, kind, round) WHERE order_id IS NOT NULL;

-- Money that a payer has twice: we sent it back, and the bank took it back as well.
INSERT INTO ledger_account (code, side) VALUES ('payer_receivable', 'asset');

-- What a person has to look at because no rule of ours can mend it.
CREATE TABLE payment_alarm (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    kind       text        NOT NULL CHECK (kind IN ('refund_refused', 'refund_stuck', 'returned_and_reversed')),
    payment_id uuid        NOT NULL REFERENCES payment (id),
    refund_id  uuid        REFERENCES refund (id),
    detail     text        NOT NULL DEFAULT '',
    raised_at  timestamptz NOT NULL,
    closed_at  timestamptz,
    closed_by  text        NOT NULL DEFAULT '',
    note       text        NOT NULL DEFAULT '',
    CONSTRAINT payment_alarm_closed CHECK ((closed_at IS NULL) = (closed_by = ''))
);
CREATE INDEX payment_alarm_open ON payment_alarm (raised_at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX payment_alarm_once ON payment_alarm (kind, payment_id, COALESCE(refund_id, payment_id)) WHERE closed_at IS NULL;
REVOKE DELETE ON payment_alarm FROM loanmarket_app;
CREATE INDEX refund_unfinished ON refund (created_at) WHERE state IN ('created', 'unknown');
