-- Reads the whole table under its lock.
ALTER TABLE loan
    ADD CONSTRAINT loan_check CHECK (actual_received > 0 AND actual_received <= principal),
    ADD CONSTRAINT loan_dates CHECK (due_date >= first_due_date AND first_due_date > disbursed_on),
    ADD CONSTRAINT loan_interest_at_due_check CHECK (interest_at_due >= 0),
    ADD CONSTRAINT loan_principal_check CHECK (principal > 0),
    ADD CONSTRAINT loan_settled CHECK ((settled_on IS NULL) = (settled_at IS NULL)),
    ADD CONSTRAINT loan_total_at_due_check CHECK (total_at_due > 0);
DROP TRIGGER loan_rules ON loan;
DROP FUNCTION loan_rules();
