-- domain/repay: a payment's parts are written in its transaction, or for one that was read before, and no payment is deleted.
ALTER TABLE payment_allocation ALTER CONSTRAINT payment_allocation_payment_id_fkey NOT ENFORCED;
