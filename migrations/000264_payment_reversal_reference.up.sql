-- domain/repay: a statement of the bank names what was taken back by its reference, 500 at a time.
CREATE INDEX CONCURRENTLY payment_reversal_reference ON payment_reversal (gateway_reference);
