ALTER TABLE order_event ALTER CONSTRAINT order_event_order_id_fkey ENFORCED;
