-- Builds an index of all transactions under a lock: postings wait for as long as that takes.
ALTER INDEX ledger_transaction_reversed_once RENAME TO ledger_transaction_reversal;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_reversed_once UNIQUE (reverses);
