-- domain/repay, domain/loan: the day under which the bank's statement has what went back, was taken back or came back; null where nobody
-- has said, as of the rows that are there: those count on the day on which we heard of them.
ALTER TABLE refund
    ADD COLUMN bank_day date,
    ADD COLUMN return_bank_day date;
ALTER TABLE payment_reversal ADD COLUMN bank_day date;
ALTER TABLE partial_reversal ADD COLUMN bank_day date;
ALTER TABLE disbursement_return ADD COLUMN bank_day date;
