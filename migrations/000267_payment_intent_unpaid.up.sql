-- 266 has taken its place.
DROP INDEX CONCURRENTLY payment_intent_unpaid;
