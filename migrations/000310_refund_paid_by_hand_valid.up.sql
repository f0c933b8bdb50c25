ALTER TABLE refund VALIDATE CONSTRAINT refund_paid_by_hand;
