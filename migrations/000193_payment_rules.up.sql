-- domain/repay: PostgreSQL reads a CHECK anew from its text for each statement that writes the table, which took longer than the
-- rest of a payment's row. A trigger's function is read once a connection, and an update that sets none of these columns runs none.
-- The rules, and the names by which they refuse, are the same. Migrations 194 to 201 do so for what else a loan and its payments
-- write.
-- First, because it locks the table most: a lock that is raised meets those who wait.
ALTER TABLE payment
    DROP CONSTRAINT payment_amount_check, DROP CONSTRAINT payment_currency_check, DROP CONSTRAINT payment_owner,
    DROP CONSTRAINT payment_state_check, DROP CONSTRAINT payment_suspense;
CREATE FUNCTION payment_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.amount <= 0 THEN 'payment_amount_check'
        WHEN length(NEW.currency) <> 3 THEN 'payment_currency_check'
        WHEN (NEW.order_id IS NULL) <> (NEW.member_id IS NULL) OR (NEW.order_id IS NULL) <> (NEW.seq IS NULL) THEN 'payment_owner'
        WHEN NEW.state NOT IN ('posted', 'suspense', 'reversed', 'returned') THEN 'payment_state_check'
        WHEN NEW.state IN ('posted', 'reversed') AND NEW.order_id IS NULL THEN 'payment_suspense'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of payment breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER payment_rules AFTER INSERT OR UPDATE OF amount, currency, order_id, member_id, seq, state
    ON payment FOR EACH ROW EXECUTE FUNCTION payment_rules();
