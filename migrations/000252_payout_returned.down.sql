ALTER TABLE sandbox_bank.transfer DROP COLUMN returned_at;
DELETE FROM payment_alarm WHERE kind = 'payout_contradicted';
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payment_contradicted', 'account_unknown'));
DROP TABLE disbursement_return;
DELETE FROM order_transition WHERE event = 'payout_returned';
