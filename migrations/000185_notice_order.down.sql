ALTER TABLE notice ALTER CONSTRAINT notice_order_id_fkey ENFORCED;
