-- domain/kyc: verified identity, personal, work and contact data. What identifies a person is
-- encrypted (AES-GCM, key id inside the value, row identity as additional data); beside it a keyed
-- hash for look-up and the last four digits for display.
--
-- Phone numbers are recycled. Until an identity is proved there is no second fact to ask for, so what was typed is shown
-- on the device alone that typed it (device_id), and goes when somebody proves an identity on another.

CREATE TABLE identity (
    member_id      uuid        PRIMARY KEY REFERENCES member (id),
    region         text        NOT NULL,
    id_name        text        NOT NULL,
    id_number_enc  bytea       NOT NULL,
    id_number_hash bytea       NOT NULL,
    id_last4       text        NOT NULL CHECK (length(id_last4) = 4),
    birthday       date        NOT NULL,
    gender         smallint    NOT NULL CHECK (gender IN (0, 1)),
    front_file_id  uuid        NOT NULL REFERENCES file_object (id),
    back_file_id   uuid        NOT NULL REFERENCES file_object (id),
    warnings       text[]      NOT NULL DEFAULT '{}', -- e.g. unknown_province
    submitted_at   timestamptz NOT NULL,
    CONSTRAINT identity_number_key UNIQUE (region, id_number_hash)
);

CREATE TABLE personal_info (
    member_id      uuid        PRIMARY KEY REFERENCES member (id),
    nickname       text        NOT NULL,
    education      smallint    NOT NULL CHECK (education BETWEEN 0 AND 9),
    marital        smallint    NOT NULL CHECK (marital BETWEEN 1 AND 5),
    children_num   smallint    NOT NULL CHECK (children_num BETWEEN 0 AND 5),
    facebook_link  text        NOT NULL DEFAULT '',
    whatsapp       text        NOT NULL DEFAULT '',
    home_area      text[]      NOT NULL,          -- area codes, widest first; depth as the region says
    detail_address text        NOT NULL,
    residence_time smallint    NOT NULL CHECK (residence_time BETWEEN 1 AND 7),
    device_id      uuid,
    submitted_at   timestamptz NOT NULL
);

CREATE TABLE company_info (
    member_id         uuid        PRIMARY KEY REFERENCES member (id),
    company_name      text        NOT NULL,
    company_area      text[]      NOT NULL,
    company_address   text        NOT NULL,
    profession_scheme text        NOT NULL,
    profession_type   smallint    NOT NULL CHECK (profession_type BETWEEN 1 AND 46 OR profession_type = 99 OR profession_type BETWEEN 101 AND 127),
    monthly_income    smallint    NOT NULL CHECK (monthly_income BETWEEN 1 AND 7),
    work_time         smallint    NOT NULL CHECK (work_time BETWEEN 1 AND 7),
    device_id         uuid,
    submitted_at      timestamptz NOT NULL
);

CREATE TABLE contact (
    member_id    uuid        NOT NULL REFERENCES member (id),
    position     smallint    NOT NULL CHECK (position BETWEEN 1 AND 3),
    relationship smallint    NOT NULL CHECK (relationship BETWEEN 0 AND 8),
    name         text        NOT NULL,
    phone        text        NOT NULL CHECK (length(phone) >= 8),
    device_id    uuid,
    submitted_at timestamptz NOT NULL,
    PRIMARY KEY (member_id, position),
    CONSTRAINT contact_phone_key UNIQUE (member_id, phone)
);

-- What was typed and not yet submitted: encrypted whole, since it may hold an ID number.
CREATE TABLE verification_draft (
    member_id uuid        NOT NULL REFERENCES member (id),
    topic     text        NOT NULL CHECK (topic IN ('identity', 'personal', 'company', 'contacts', 'bankcard', 'complaint', 'message')),
    device_id uuid        NOT NULL,
    data_enc  bytea       NOT NULL,
    saved_at  timestamptz NOT NULL,
    PRIMARY KEY (member_id, topic, device_id)
);
