-- Reads the whole table under its lock.
ALTER TABLE ledger_balance ADD CONSTRAINT ledger_balance_not_below_zero CHECK (
    CASE WHEN account LIKE '%_receivable' THEN balance >= 0 WHEN account IN ('overpayment', 'suspense') THEN balance <= 0 ELSE true END);
DROP TRIGGER ledger_balance_rules ON ledger_balance;
DROP FUNCTION ledger_balance_rules();
DROP TRIGGER ledger_balance_account ON ledger_balance;
DROP FUNCTION ledger_balance_account();
