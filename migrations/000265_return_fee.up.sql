-- domain/ledger: what a bank kept as its fee of a transfer of ours that came back is an expense of ours, in the books of the transfer.
INSERT INTO ledger_account (code, side) VALUES ('bank_fee_expense', 'expense') ON CONFLICT (code) DO NOTHING;

-- domain/loan, domain/repay: that fee; what came back is the amount that was sent without it. NOT VALID keeps nobody waiting: the rows
-- that are there have none.
ALTER TABLE disbursement_return
    ADD COLUMN fee bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT disbursement_return_fee CHECK (fee >= 0) NOT VALID;
ALTER TABLE refund
    ADD COLUMN return_fee bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT refund_return_fee CHECK (return_fee >= 0 AND return_fee < amount AND (return_fee = 0 OR state = 'returned')) NOT VALID;

-- gateway/payment: the embedded bank's own.
ALTER TABLE sandbox_bank.transfer ADD COLUMN return_fee bigint NOT NULL DEFAULT 0;
