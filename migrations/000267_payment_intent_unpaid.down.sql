CREATE INDEX CONCURRENTLY payment_intent_unpaid ON payment_intent (expires_at) WHERE state <> 'paid';
