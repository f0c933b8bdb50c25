-- What was posted since a comparison of the books.
CREATE INDEX CONCURRENTLY ledger_transaction_xact ON ledger_transaction (xact);
