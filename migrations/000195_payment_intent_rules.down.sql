-- Reads the whole table under its lock.
ALTER TABLE payment_intent
    ADD CONSTRAINT payment_intent_amount_check CHECK (amount > 0),
    ADD CONSTRAINT payment_intent_currency_check CHECK (length(currency) = 3),
    ADD CONSTRAINT payment_intent_method_check CHECK (method IN ('bank', 'paycode')),
    ADD CONSTRAINT payment_intent_purpose_check CHECK (purpose IN ('repayment', 'payoff', 'extension')),
    ADD CONSTRAINT payment_intent_state_check CHECK (state IN ('open', 'paid', 'expired', 'replaced'));
DROP TRIGGER payment_intent_rules ON payment_intent;
DROP FUNCTION payment_intent_rules();
