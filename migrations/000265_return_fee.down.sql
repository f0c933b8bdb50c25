ALTER TABLE sandbox_bank.transfer DROP COLUMN return_fee;
ALTER TABLE refund DROP COLUMN return_fee;
ALTER TABLE disbursement_return DROP COLUMN fee;
-- The journal stands on its accounts: the one that was posted to stays.
ALTER TABLE ledger_account DISABLE TRIGGER ledger_account_kept;
DELETE FROM ledger_account WHERE code = 'bank_fee_expense' AND NOT EXISTS (SELECT FROM ledger_balance WHERE account = 'bank_fee_expense');
ALTER TABLE ledger_account ENABLE TRIGGER ledger_account_kept;
