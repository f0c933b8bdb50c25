-- domain/repay: see 193.
ALTER TABLE payment_allocation
    DROP CONSTRAINT payment_allocation_amount_check, DROP CONSTRAINT payment_allocation_component_check,
    DROP CONSTRAINT payment_allocation_round_check;
CREATE FUNCTION payment_allocation_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.amount <= 0 THEN 'payment_allocation_amount_check'
        WHEN NEW.component NOT IN
            ('late_fee', 'overdue_fee', 'extension_fee', 'account_fee', 'service_fee', 'interest', 'principal', 'overpayment')
            THEN 'payment_allocation_component_check'
        WHEN NEW.round < 1 THEN 'payment_allocation_round_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of payment_allocation breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER payment_allocation_rules AFTER INSERT OR UPDATE OF amount, component, round
    ON payment_allocation FOR EACH ROW EXECUTE FUNCTION payment_allocation_rules();
