ALTER TABLE sandbox_bank.transfer DROP COLUMN value_date;
ALTER TABLE sandbox_bank.incoming DROP COLUMN taken_back;
DROP TABLE partial_reversal;
DROP INDEX refund_unfinished, disbursement_unfinished;
CREATE INDEX refund_unfinished ON refund (created_at) WHERE state IN ('created', 'unknown');
CREATE INDEX disbursement_unfinished ON disbursement (created_at) WHERE state IN ('created', 'unknown');
DROP INDEX payment_alarm_once;
DELETE FROM payment_alarm WHERE disbursement_id IS NOT NULL OR kind IN ('refund_failed', 'partial_reversal');
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_subject,
    DROP COLUMN disbursement_id,
    ALTER COLUMN payment_id SET NOT NULL,
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_stuck', 'returned_and_reversed'));
CREATE UNIQUE INDEX payment_alarm_once ON payment_alarm (kind, payment_id, COALESCE(refund_id, payment_id)) WHERE closed_at IS NULL;
ALTER TABLE disbursement DROP COLUMN refused_at;
ALTER TABLE refund DROP COLUMN refused_at;
