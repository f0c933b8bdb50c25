-- domain/repay: the oldest intents to which no money came, which are forgotten. Those of a day end at one instant: each page of them was
-- found among all of the day's.
CREATE INDEX CONCURRENTLY payment_intent_forgotten ON payment_intent (expires_at, id) WHERE state <> 'paid';
