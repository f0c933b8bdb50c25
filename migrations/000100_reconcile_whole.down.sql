DROP INDEX CONCURRENTLY reconcile_run_whole;
