-- domain/loan: see 193.
ALTER TABLE loan_order
    DROP CONSTRAINT loan_order_applied_amount_check, DROP CONSTRAINT loan_order_check, DROP CONSTRAINT loan_order_confirmed,
    DROP CONSTRAINT loan_order_currency_check, DROP CONSTRAINT loan_order_offer, DROP CONSTRAINT loan_order_rejected,
    DROP CONSTRAINT loan_order_repay_status, DROP CONSTRAINT loan_order_repay_status_check,
    DROP CONSTRAINT loan_order_status_check, DROP CONSTRAINT loan_order_term_days_check;
CREATE FUNCTION loan_order_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.applied_amount <= 0 THEN 'loan_order_applied_amount_check'
        WHEN NEW.principal <= 0 OR NEW.principal > NEW.applied_amount THEN 'loan_order_check'
        WHEN NEW.status IN (5, 6, 9) AND NEW.confirmed_at IS NULL THEN 'loan_order_confirmed'
        WHEN length(NEW.currency) <> 3 THEN 'loan_order_currency_check'
        WHEN NEW.status = 4 AND NEW.offer_expires_at IS NULL THEN 'loan_order_offer'
        WHEN (NEW.status = 3) <> (NEW.reject_reason IS NOT NULL) THEN 'loan_order_rejected'
        WHEN (NEW.status = 9) <> (NEW.repay_status IS NOT NULL) THEN 'loan_order_repay_status'
        WHEN NEW.repay_status NOT IN (1, 3) THEN 'loan_order_repay_status_check'
        WHEN NEW.status NOT BETWEEN 1 AND 9 THEN 'loan_order_status_check'
        WHEN NEW.term_days <= 0 THEN 'loan_order_term_days_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of loan_order breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER loan_order_rules
    AFTER INSERT OR UPDATE OF applied_amount, principal, status, confirmed_at, currency, offer_expires_at, reject_reason, repay_status, term_days
    ON loan_order FOR EACH ROW EXECUTE FUNCTION loan_order_rules();
