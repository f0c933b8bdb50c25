-- flow/reconcile: the statements of the bank that were compared with the books: what a run without one finds says nothing of them.
CREATE TABLE reconcile_statement (
    ended_at    timestamptz NOT NULL,
    first_day   date        NOT NULL,
    last_day    date        NOT NULL CHECK (last_day >= first_day - 1), -- the last that was over by then; before the first where none was
    differences int         NOT NULL CHECK (differences >= 0)
);
CREATE INDEX reconcile_statement_newest ON reconcile_statement (ended_at DESC);
REVOKE UPDATE, DELETE ON reconcile_statement FROM loanmarket_app;
