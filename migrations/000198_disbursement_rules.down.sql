-- Reads the whole table under its lock.
ALTER TABLE disbursement
    ADD CONSTRAINT disbursement_amount_check CHECK (amount > 0),
    ADD CONSTRAINT disbursement_attempt_check CHECK (attempt >= 1),
    ADD CONSTRAINT disbursement_finished CHECK ((state IN ('succeeded', 'failed')) = (finished_at IS NOT NULL)),
    ADD CONSTRAINT disbursement_state_check CHECK (state IN ('created', 'unknown', 'succeeded', 'failed'));
DROP TRIGGER disbursement_rules ON disbursement;
DROP FUNCTION disbursement_rules();
