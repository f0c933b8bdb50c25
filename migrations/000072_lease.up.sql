-- Who does something slow that others must not do meanwhile says so in a row with an end, in the stead of a lock that would
-- hold a connection all the time: shared by many, or alone.
CREATE TABLE lease (
    id     uuid        PRIMARY KEY DEFAULT uuidv7(),
    name   text        NOT NULL,
    shared boolean     NOT NULL,
    until  timestamptz NOT NULL -- wall time; a holder that dies gives it back then
);
CREATE INDEX lease_name ON lease (name);
