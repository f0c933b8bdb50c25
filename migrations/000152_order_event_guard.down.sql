CREATE OR REPLACE TRIGGER order_event_guard BEFORE INSERT ON order_event
    FOR EACH ROW EXECUTE FUNCTION order_event_guard();
