CREATE INDEX CONCURRENTLY ledger_entry_scope ON ledger_entry (scope, account);
