ALTER TABLE disbursement_return DROP COLUMN bank_day;
ALTER TABLE partial_reversal DROP COLUMN bank_day;
ALTER TABLE payment_reversal DROP COLUMN bank_day;
ALTER TABLE refund
    DROP COLUMN return_bank_day,
    DROP COLUMN bank_day;
