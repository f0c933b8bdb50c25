CREATE INDEX CONCURRENTLY payment_order ON payment (order_id, value_date DESC, id DESC);
