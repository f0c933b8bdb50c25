-- Reads the whole table under its lock.
ALTER TABLE payment
    ADD CONSTRAINT payment_amount_check CHECK (amount > 0),
    ADD CONSTRAINT payment_currency_check CHECK (length(currency) = 3),
    ADD CONSTRAINT payment_owner CHECK ((order_id IS NULL) = (member_id IS NULL) AND (order_id IS NULL) = (seq IS NULL)),
    ADD CONSTRAINT payment_state_check CHECK (state IN ('posted', 'suspense', 'reversed', 'returned')),
    ADD CONSTRAINT payment_suspense CHECK (state NOT IN ('posted', 'reversed') OR order_id IS NOT NULL);
DROP TRIGGER payment_rules ON payment;
DROP FUNCTION payment_rules();
