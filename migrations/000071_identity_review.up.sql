-- A member gave an ID number that is another member's. The answer does not say so; a person looks at it.
CREATE TABLE identity_review (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id      uuid        NOT NULL REFERENCES member (id),
    id_number_hash bytea       NOT NULL CHECK (length(id_number_hash) = 32),
    asked_at       timestamptz NOT NULL,
    closed_at      timestamptz,
    closed_by      text        NOT NULL DEFAULT '',
    note           text        NOT NULL DEFAULT '',
    CONSTRAINT identity_review_closed CHECK ((closed_at IS NULL) = (closed_by = ''))
);
CREATE UNIQUE INDEX identity_review_once ON identity_review (member_id, id_number_hash) WHERE closed_at IS NULL;
CREATE INDEX identity_review_open ON identity_review (asked_at) WHERE closed_at IS NULL;
