-- A gateway that refuses a transfer may have carried it out before: only a look-up or a person ends it. Until then it is
-- as unknown as it was, and is not sent again.
ALTER TABLE refund ADD COLUMN refused_at timestamptz;
ALTER TABLE disbursement ADD COLUMN refused_at timestamptz;

-- What a person is told of goes beyond payments that came in: payouts, and reversals over a part of a payment.
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck')),
    ALTER COLUMN payment_id DROP NOT NULL,
    ADD COLUMN disbursement_id uuid REFERENCES disbursement (id),
    ADD CONSTRAINT payment_alarm_subject CHECK ((payment_id IS NULL) <> (disbursement_id IS NULL));
DROP INDEX payment_alarm_once;
CREATE UNIQUE INDEX payment_alarm_once ON payment_alarm (kind, COALESCE(refund_id, payment_id, disbursement_id)) WHERE closed_at IS NULL;

-- The unfinished are walked through page by page.
DROP INDEX refund_unfinished, disbursement_unfinished;
CREATE INDEX refund_unfinished ON refund (id) WHERE state IN ('created', 'unknown');
CREATE INDEX disbursement_unfinished ON disbursement (id) WHERE state IN ('created', 'unknown');

-- The bank took a part of a payment back, or says another amount than it was: the journal follows the bank, and what the
-- loan is to make of it is for a person to say.
CREATE TABLE partial_reversal (
    id                uuid        PRIMARY KEY DEFAULT uuidv7(),
    payment_id        uuid        NOT NULL REFERENCES payment (id),
    gateway_reference text        NOT NULL,       -- of the reversal, not of the payment
    amount            bigint      NOT NULL CHECK (amount > 0),
    currency          text        NOT NULL CHECK (length(currency) = 3),
    booked            boolean     NOT NULL,       -- false where it cannot be true: more than there was, or other money
    reason            text        NOT NULL,
    reported_at       timestamptz NOT NULL,
    CONSTRAINT partial_reversal_key UNIQUE (payment_id, gateway_reference)
);
REVOKE UPDATE, DELETE ON partial_reversal FROM loanmarket_app;

-- The sandbox bank does so as well, and knows the day on which it carried a transfer out.
ALTER TABLE sandbox_bank.incoming ADD COLUMN taken_back bigint NOT NULL DEFAULT 0 CHECK (taken_back >= 0 AND taken_back <= amount);
ALTER TABLE sandbox_bank.transfer ADD COLUMN value_date date;
