-- domain/repay: an intent is written for an order that was read before, and no order is deleted. The look for it locked its row.
ALTER TABLE payment_intent ALTER CONSTRAINT payment_intent_order_id_fkey NOT ENFORCED;
