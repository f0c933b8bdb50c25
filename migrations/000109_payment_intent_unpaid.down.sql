DROP INDEX CONCURRENTLY payment_intent_unpaid;
