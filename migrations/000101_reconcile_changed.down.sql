DROP INDEX CONCURRENTLY reconcile_run_changed;
