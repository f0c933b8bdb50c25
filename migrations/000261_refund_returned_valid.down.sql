ALTER TABLE refund
    DROP CONSTRAINT refund_state_check, DROP CONSTRAINT refund_returned,
    ADD CONSTRAINT refund_state_check CHECK (state IN ('created', 'unknown', 'succeeded', 'failed', 'returned')) NOT VALID,
    ADD CONSTRAINT refund_returned
        CHECK ((state = 'returned') = (returned_at IS NOT NULL) AND (returned_at IS NULL) = (return_reference IS NULL)) NOT VALID;
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck', 'refund_returned',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payout_contradicted', 'payment_contradicted',
        'account_unknown')) NOT VALID;
