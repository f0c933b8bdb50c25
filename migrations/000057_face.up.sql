-- domain/member: the public half of the key that a device signs face checks with. It ends with the trust in the device.
ALTER TABLE device ADD COLUMN face_key bytea;       -- SPKI, ECDSA P-256
ALTER TABLE device ADD COLUMN face_key_at timestamptz;
ALTER TABLE device ADD CONSTRAINT device_face_key
    CHECK ((face_key IS NULL) = (face_key_at IS NULL) AND (face_key IS NULL OR trusted_at IS NOT NULL));
ALTER TABLE session ADD COLUMN opened_by text NOT NULL DEFAULT 'sms' CHECK (opened_by IN ('sms', 'face'));

-- domain/bankcard: what the face check beside a review came to, for who reviews.
ALTER TABLE bank_card_review ADD COLUMN face text NOT NULL DEFAULT 'off'
    CHECK (face IN ('off', 'passed', 'review', 'not_passed', '000', '001', '002', '003', 'use_sms', 'no_consent'));

-- domain/face: the face that a borrower enrolled. One that has ended keeps no template.
CREATE TABLE face_enrolment (
    id            uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id     uuid        NOT NULL REFERENCES member (id),
    state         text        NOT NULL CHECK (state IN ('review', 'active', 'ended')),
    comparison    text        NOT NULL CHECK (comparison IN ('alike', 'doubtful', 'different', 'none', 'too_small', 'undecodable')),
    descriptor    text        NOT NULL,             -- id and version of what made the template
    template_enc  bytea,
    file_id       uuid        REFERENCES file_object (id), -- the picture of the check that enrolled
    id_file_id    uuid        REFERENCES file_object (id), -- the front of the ID that it was compared with
    failures      integer     NOT NULL DEFAULT 0 CHECK (failures >= 0), -- since the last check that passed
    created_at    timestamptz NOT NULL,
    decided_at    timestamptz,
    decided_by    text,
    reason        text        NOT NULL DEFAULT '',
    ended_at      timestamptz,
    ended_for     text        NOT NULL DEFAULT ''
        CHECK (ended_for IN ('', 'rejected', 'identity_changed', 'too_many_failures', 'model_changed', 'consent_withdrawn', 'replaced')),
    CONSTRAINT face_enrolment_ended CHECK ((state = 'ended') = (ended_at IS NOT NULL) AND (state = 'ended') = (ended_for <> '')),
    CONSTRAINT face_enrolment_template CHECK ((state = 'ended') = (template_enc IS NULL))
);
CREATE UNIQUE INDEX face_enrolment_one ON face_enrolment (member_id) WHERE state <> 'ended';
CREATE INDEX face_enrolment_member ON face_enrolment (member_id, created_at);
REVOKE DELETE ON face_enrolment FROM loanmarket_app;
CREATE INDEX face_enrolment_review ON face_enrolment (created_at) WHERE state = 'review';

-- One check in front of a camera. Its times are wall time; what is sealed in it goes when it ends.
CREATE TABLE face_check (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    token_hash     bytea       NOT NULL CONSTRAINT face_check_token UNIQUE,
    scene          text        NOT NULL CHECK (scene IN ('login', 'enrol', 'card')),
    member_id      uuid        NOT NULL REFERENCES member (id),
    device_id      uuid        NOT NULL REFERENCES device (id),
    session_id     uuid        REFERENCES session (id),  -- who asked, but for a log-in
    app_product_id text        NOT NULL,
    state          text        NOT NULL CHECK (state IN ('opened', 'running', 'done', 'passed', 'failed')),
    result         text        NOT NULL DEFAULT '' CHECK (result IN ('', 'not_passed', 'step_up', 'review', '003', '000', 'given_up')),
    nonce          text        NOT NULL,
    steps          text[]      NOT NULL,
    position       smallint    NOT NULL DEFAULT 0,
    tries          smallint    NOT NULL DEFAULT 0,       -- of the step in hand
    step_nonce     text        NOT NULL DEFAULT '',
    earliest       timestamptz,
    latest         timestamptz,
    claimed_at     timestamptz,                          -- an answer is being judged since then
    answered_nonce text        NOT NULL DEFAULT '',      -- of the answer that led here: a repeat gets the same
    guidance       text        NOT NULL DEFAULT 'ok',
    progress_enc   bytea,                                -- what the provider has to remember
    file_id        uuid        REFERENCES file_object (id),
    opened_at      timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    ended_at       timestamptz,
    CONSTRAINT face_check_ended CHECK ((state IN ('passed', 'failed')) = (ended_at IS NOT NULL)),
    CONSTRAINT face_check_result CHECK (state <> 'failed' OR result <> ''),
    CONSTRAINT face_check_sealed CHECK (ended_at IS NULL OR progress_enc IS NULL),
    CONSTRAINT face_check_session CHECK ((scene = 'login') = (session_id IS NULL))
);
CREATE UNIQUE INDEX face_check_one ON face_check (member_id, device_id) WHERE ended_at IS NULL;
CREATE INDEX face_check_member ON face_check (member_id, ended_at);
CREATE INDEX face_check_opened ON face_check (opened_at);

-- The frames that a member has shown: none of them counts a second time. Hashes of pixels, no biometric values.
CREATE TABLE face_frame (
    member_id uuid        NOT NULL REFERENCES member (id),
    hash      bytea       NOT NULL,
    seen_at   timestamptz NOT NULL,
    PRIMARY KEY (member_id, hash)
);
CREATE INDEX face_frame_seen ON face_frame (seen_at);
