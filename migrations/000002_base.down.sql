DROP TABLE hook_event, audit_log, file_object, rate_limit, idempotency_key, clock_offset;
