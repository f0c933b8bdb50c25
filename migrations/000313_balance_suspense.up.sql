-- domain/ledger: the comparison of the books reads what the journal holds in suspense. Without this index it would read every balance.
CREATE INDEX CONCURRENTLY ledger_balance_suspense ON ledger_balance (scope) WHERE account = 'suspense';
