ALTER TABLE refund
    DROP CONSTRAINT refund_return_fee,
    ADD CONSTRAINT refund_return_fee CHECK (return_fee >= 0 AND return_fee < amount AND (return_fee = 0 OR state = 'returned')) NOT VALID;
ALTER TABLE disbursement_return
    DROP CONSTRAINT disbursement_return_fee,
    ADD CONSTRAINT disbursement_return_fee CHECK (fee >= 0) NOT VALID;
