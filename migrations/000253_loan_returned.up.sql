-- domain/loan: a loan that nobody had, as its payout came back, is settled from that day on, though nobody paid.
ALTER TABLE loan ADD COLUMN returned_on date;
CREATE OR REPLACE FUNCTION loan_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.principal <= 0 THEN 'loan_principal_check'
        WHEN NEW.actual_received <= 0 OR NEW.actual_received > NEW.principal THEN 'loan_check'
        WHEN NEW.due_date < NEW.first_due_date OR NEW.first_due_date <= NEW.disbursed_on THEN 'loan_dates'
        WHEN NEW.interest_at_due < 0 THEN 'loan_interest_at_due_check'
        WHEN (NEW.settled_on IS NULL) <> (NEW.settled_at IS NULL) THEN 'loan_settled'
        WHEN NEW.returned_on IS NOT NULL AND NEW.settled_on IS DISTINCT FROM NEW.returned_on THEN 'loan_returned'
        WHEN NEW.total_at_due <= 0 THEN 'loan_total_at_due_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of loan breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER loan_rules
    AFTER INSERT OR UPDATE OF actual_received, principal, due_date, first_due_date, disbursed_on, interest_at_due, settled_on, settled_at,
        returned_on, total_at_due
    ON loan FOR EACH ROW EXECUTE FUNCTION loan_rules();
