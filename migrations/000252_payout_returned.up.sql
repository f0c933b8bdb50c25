-- domain/loan: a payout that the borrower's bank sent back after it had succeeded. The order ends.
INSERT INTO order_transition (from_status, to_status, event) VALUES (9, 8, 'payout_returned');

-- The attempt has succeeded, and stays so. A payout comes back once, and what came back is booked once, whoever else reports it.
CREATE TABLE disbursement_return (
    disbursement_id uuid        PRIMARY KEY REFERENCES disbursement (id),
    reference       text        NOT NULL CONSTRAINT disbursement_return_reference_key UNIQUE, -- the bank's own of the money
    payment_id      uuid        REFERENCES payment (id), -- where it was reported as a payment, and lay in suspense
    booked_at       timestamptz NOT NULL
);
REVOKE UPDATE, DELETE ON disbursement_return FROM loanmarket_app;

-- domain/repay: one that is reported, and not as the books have it. Validated in 254.
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payout_contradicted', 'payment_contradicted',
        'account_unknown')) NOT VALID;

-- gateway/payment: the embedded bank's own books of it.
ALTER TABLE sandbox_bank.transfer ADD COLUMN returned_at timestamptz;
