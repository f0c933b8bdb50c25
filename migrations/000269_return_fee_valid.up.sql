ALTER TABLE disbursement_return VALIDATE CONSTRAINT disbursement_return_fee;
ALTER TABLE refund VALIDATE CONSTRAINT refund_return_fee;
