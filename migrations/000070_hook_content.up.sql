-- What an event said, so that an id that comes again with something else is no copy. Older events have none.
ALTER TABLE hook_event ADD COLUMN content_hash bytea CHECK (length(content_hash) = 32);

-- Reports that contradict what is recorded, and money on an account that is not ours.
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payment_contradicted', 'account_unknown'));
