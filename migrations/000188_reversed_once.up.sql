-- domain/ledger: few transactions reverse another. An index of those alone leaves all others out.
CREATE UNIQUE INDEX CONCURRENTLY ledger_transaction_reversal ON ledger_transaction (reverses) WHERE reverses IS NOT NULL;
