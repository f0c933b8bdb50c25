ALTER TABLE reminder ALTER CONSTRAINT reminder_order_id_fkey ENFORCED;
