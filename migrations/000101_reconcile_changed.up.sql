-- The newest comparison of what had changed.
CREATE INDEX CONCURRENTLY reconcile_run_changed ON reconcile_run (ended_at DESC) WHERE NOT whole;
