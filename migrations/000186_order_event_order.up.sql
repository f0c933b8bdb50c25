-- domain/loan: a line of a timeline is written from its order's row, or with it, and no order is deleted. The look for the key
-- locked the row, which who writes the line holds anyway.
ALTER TABLE order_event ALTER CONSTRAINT order_event_order_id_fkey NOT ENFORCED;
