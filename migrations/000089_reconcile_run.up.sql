-- flow/reconcile: the comparisons of the books that came to their end. What a transaction wrote that is not visible in
-- what a run has seen is what has changed since.
CREATE TABLE reconcile_run (
    ended_at    timestamptz NOT NULL,
    began_at    timestamptz NOT NULL,             -- wall time
    whole       boolean     NOT NULL,             -- or only what had changed
    differences int         NOT NULL CHECK (differences >= 0),
    seen        pg_snapshot NOT NULL
);
CREATE INDEX reconcile_run_newest ON reconcile_run (ended_at DESC);
CREATE INDEX reconcile_run_good ON reconcile_run (ended_at DESC) WHERE differences = 0;
REVOKE UPDATE, DELETE ON reconcile_run FROM loanmarket_app;

-- When the sandbox's bank has changed a line of its books: the report of it may be under way.
ALTER TABLE sandbox_bank.incoming ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
