-- What a person says that a partial reversal is: the loan owes that part again, or stays as it is.
CREATE TABLE partial_reversal_decision (
    reversal_id uuid        PRIMARY KEY REFERENCES partial_reversal (id),
    outcome     text        NOT NULL CHECK (outcome IN ('applied', 'dismissed')),
    decided_at  timestamptz NOT NULL,
    decided_by  text        NOT NULL CHECK (decided_by <> ''),
    note        text        NOT NULL
);
REVOKE UPDATE, DELETE ON partial_reversal_decision FROM loanmarket_app;
CREATE INDEX partial_reversal_reference ON partial_reversal (gateway_reference);
