-- Most lines of a timeline are no step: they need no look at the steps there are.
CREATE OR REPLACE TRIGGER order_event_guard BEFORE INSERT ON order_event
    FOR EACH ROW WHEN (NEW.from_status <> NEW.to_status) EXECUTE FUNCTION order_event_guard();
