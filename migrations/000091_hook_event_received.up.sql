-- The oldest callbacks, which are forgotten.
CREATE INDEX CONCURRENTLY hook_event_received ON hook_event (received_at);
