-- domain/support: see 184.
ALTER TABLE notice ALTER CONSTRAINT notice_order_id_fkey NOT ENFORCED;
