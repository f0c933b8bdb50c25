-- base/media: which deployment this is. Its buckets bear the same id: no other database takes them for its own, and removes from them what
-- it has no row for.
CREATE TABLE deployment (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id       uuid    NOT NULL
);
INSERT INTO deployment (id) VALUES (gen_random_uuid());
REVOKE INSERT, UPDATE, DELETE ON deployment FROM loanmarket_app;
