ALTER TABLE sandbox_bank.incoming DROP COLUMN changed_at;
DROP TABLE reconcile_run;
