ALTER TABLE refund
    DROP CONSTRAINT refund_paid_by_hand,
    ADD CONSTRAINT refund_paid_by_hand CHECK (NOT paid_by_hand OR state IN ('succeeded', 'returned') AND NOT set_off) NOT VALID;
