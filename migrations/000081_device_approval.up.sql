-- domain/member: a new device asks one that is trusted to let it in. Only one of a member's requests waits at a time.
CREATE TABLE device_approval (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id   uuid        NOT NULL REFERENCES member (id),
    device_id   uuid        NOT NULL REFERENCES device (id),  -- the new one
    digits      text        NOT NULL CHECK (digits ~ '^[0-9]{2}$'), -- it shows them; the trusted one has to name them
    address     text        NOT NULL,                         -- where from
    network     text        NOT NULL,
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'failed', 'expired')),
    tries       smallint    NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 3),
    asked_at    timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    answered_at timestamptz,
    answered_by uuid        REFERENCES device (id),
    CONSTRAINT device_approval_answered CHECK ((state IN ('approved', 'refused', 'failed')) = (answered_at IS NOT NULL)
        AND (answered_at IS NULL) = (answered_by IS NULL)),
    CONSTRAINT device_approval_not_itself CHECK (answered_by <> device_id)
);
CREATE UNIQUE INDEX device_approval_one ON device_approval (member_id) WHERE state = 'waiting';
CREATE INDEX device_approval_member ON device_approval (member_id, asked_at);
CREATE INDEX device_approval_device ON device_approval (device_id);
CREATE INDEX device_approval_asked ON device_approval (asked_at); -- purge
