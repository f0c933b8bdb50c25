CREATE INDEX payment_intent_open ON payment_intent (expires_at) WHERE state = 'open';
