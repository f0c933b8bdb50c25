-- domain/repay: what of an overpayment is not sent, because its payer owes as much for a part of the payment that the bank took back.
-- NOT VALID keeps nobody waiting: no row that is there is one.
ALTER TABLE refund
    ADD COLUMN set_off boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT refund_set_off CHECK (NOT set_off OR state = 'succeeded') NOT VALID;
