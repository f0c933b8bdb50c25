ALTER TABLE payment ALTER CONSTRAINT payment_order_id_fkey ENFORCED;
