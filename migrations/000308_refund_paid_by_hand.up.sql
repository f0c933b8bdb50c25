-- domain/repay: what a person has paid at the bank, past the gateway: its reference is the bank's. NOT VALID keeps nobody waiting: no row
-- that is there says so before 309.
ALTER TABLE refund
    ADD COLUMN paid_by_hand boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT refund_paid_by_hand CHECK (NOT paid_by_hand OR state IN ('succeeded', 'returned') AND NOT set_off) NOT VALID;

-- Processes of the release before name no such column: what they write as gone that was never to be sent, and is not set off, is that. A
-- later release, beside which none of them runs, drops the trigger.
CREATE FUNCTION refund_paid_by_hand() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.paid_by_hand := true;
    RETURN NEW;
END $$;
CREATE TRIGGER refund_paid_by_hand BEFORE INSERT ON refund
    FOR EACH ROW WHEN (NEW.state = 'succeeded' AND NOT NEW.set_off) EXECUTE FUNCTION refund_paid_by_hand();
