DROP INDEX CONCURRENTLY hook_event_received;
