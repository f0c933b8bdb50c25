DROP TABLE ledger_balance, ledger_entry, ledger_account, ledger_transaction;
DROP FUNCTION ledger_transaction_balanced(), ledger_entry_apply();
