-- The newest comparison of everything.
CREATE INDEX CONCURRENTLY reconcile_run_whole ON reconcile_run (ended_at DESC) WHERE whole;
