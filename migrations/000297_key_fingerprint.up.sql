-- base/fingerprint: by which keys the rows of this database were hashed and sealed. A process with others does not start: it would open
-- limits anew, find no number again that has to be unique, and seal under an id that two keys would be needed for.
CREATE TABLE key_fingerprint (
    name        text  PRIMARY KEY CHECK (name <> ''),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32)
);
REVOKE UPDATE, DELETE ON key_fingerprint FROM loanmarket_app;
