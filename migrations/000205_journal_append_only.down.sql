DROP TRIGGER ledger_transaction_unchanged ON ledger_transaction;
DROP TRIGGER ledger_entry_append_only ON ledger_entry;
DROP FUNCTION ledger_append_only();
