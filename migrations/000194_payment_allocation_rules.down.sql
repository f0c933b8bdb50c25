-- Reads the whole table under its lock.
ALTER TABLE payment_allocation
    ADD CONSTRAINT payment_allocation_amount_check CHECK (amount > 0),
    ADD CONSTRAINT payment_allocation_component_check CHECK (component IN ('late_fee', 'overdue_fee', 'extension_fee', 'account_fee', 'service_fee', 'interest', 'principal', 'overpayment')),
    ADD CONSTRAINT payment_allocation_round_check CHECK (round >= 1);
DROP TRIGGER payment_allocation_rules ON payment_allocation;
DROP FUNCTION payment_allocation_rules();
