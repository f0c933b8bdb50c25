-- Reads the whole table under its lock.
ALTER TABLE loan_order
    ADD CONSTRAINT loan_order_applied_amount_check CHECK (applied_amount > 0),
    ADD CONSTRAINT loan_order_check CHECK (principal > 0 AND principal <= applied_amount),
    ADD CONSTRAINT loan_order_confirmed CHECK (status NOT IN (5, 6, 9) OR confirmed_at IS NOT NULL),
    ADD CONSTRAINT loan_order_currency_check CHECK (length(currency) = 3),
    ADD CONSTRAINT loan_order_offer CHECK (status <> 4 OR offer_expires_at IS NOT NULL),
    ADD CONSTRAINT loan_order_rejected CHECK ((status = 3) = (reject_reason IS NOT NULL)),
    ADD CONSTRAINT loan_order_repay_status CHECK ((status = 9) = (repay_status IS NOT NULL)),
    ADD CONSTRAINT loan_order_repay_status_check CHECK (repay_status IN (1, 3)),
    ADD CONSTRAINT loan_order_status_check CHECK (status BETWEEN 1 AND 9),
    ADD CONSTRAINT loan_order_term_days_check CHECK (term_days > 0);
DROP TRIGGER loan_order_rules ON loan_order;
DROP FUNCTION loan_order_rules();
