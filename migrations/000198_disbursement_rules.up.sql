-- domain/loan: see 193.
ALTER TABLE disbursement
    DROP CONSTRAINT disbursement_amount_check, DROP CONSTRAINT disbursement_attempt_check,
    DROP CONSTRAINT disbursement_finished, DROP CONSTRAINT disbursement_state_check;
CREATE FUNCTION disbursement_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.amount <= 0 THEN 'disbursement_amount_check'
        WHEN NEW.attempt < 1 THEN 'disbursement_attempt_check'
        WHEN (NEW.state IN ('succeeded', 'failed')) <> (NEW.finished_at IS NOT NULL) THEN 'disbursement_finished'
        WHEN NEW.state NOT IN ('created', 'unknown', 'succeeded', 'failed') THEN 'disbursement_state_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of disbursement breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER disbursement_rules AFTER INSERT OR UPDATE OF amount, attempt, state, finished_at
    ON disbursement FOR EACH ROW EXECUTE FUNCTION disbursement_rules();
