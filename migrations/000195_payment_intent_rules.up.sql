-- domain/repay: see 193.
ALTER TABLE payment_intent
    DROP CONSTRAINT payment_intent_amount_check, DROP CONSTRAINT payment_intent_currency_check,
    DROP CONSTRAINT payment_intent_method_check, DROP CONSTRAINT payment_intent_purpose_check,
    DROP CONSTRAINT payment_intent_state_check;
CREATE FUNCTION payment_intent_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.amount <= 0 THEN 'payment_intent_amount_check'
        WHEN length(NEW.currency) <> 3 THEN 'payment_intent_currency_check'
        WHEN NEW.method NOT IN ('bank', 'paycode') THEN 'payment_intent_method_check'
        WHEN NEW.purpose NOT IN ('repayment', 'payoff', 'extension') THEN 'payment_intent_purpose_check'
        WHEN NEW.state NOT IN ('open', 'paid', 'expired', 'replaced') THEN 'payment_intent_state_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of payment_intent breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER payment_intent_rules AFTER INSERT OR UPDATE OF amount, currency, method, purpose, state
    ON payment_intent FOR EACH ROW EXECUTE FUNCTION payment_intent_rules();
