ALTER TABLE payment_alarm VALIDATE CONSTRAINT payment_alarm_kind_check;
ALTER TABLE refund VALIDATE CONSTRAINT refund_state_check, VALIDATE CONSTRAINT refund_returned;
