DROP TRIGGER refund_paid_by_hand ON refund;
DROP FUNCTION refund_paid_by_hand();
ALTER TABLE refund DROP COLUMN paid_by_hand;
