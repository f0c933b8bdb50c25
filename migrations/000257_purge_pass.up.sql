-- base/postgres: how far a deletion has come that goes through a table and leaves what is still needed: it goes on where it stopped.
CREATE TABLE purge_pass (
    name text        PRIMARY KEY,
    at   timestamptz NOT NULL,                    -- with id the last row that was looked at
    id   uuid        NOT NULL
);
REVOKE DELETE ON purge_pass FROM loanmarket_app;
