ALTER TABLE payment ALTER CONSTRAINT payment_member_id_fkey ENFORCED;
