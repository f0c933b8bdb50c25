-- That the time of an intent is over is seen when it is read: nothing looks for open ones by their end.
DROP INDEX payment_intent_open;
