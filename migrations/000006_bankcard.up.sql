-- domain/bankcard. status: 0 inactive (in review or not proved), 1 active, 2 closed.
CREATE TABLE bank_card (
    id                 uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id          uuid        NOT NULL REFERENCES member (id),
    region             text        NOT NULL,
    bank_code          text        NOT NULL,
    holder_name        text        NOT NULL,
    account_number_enc bytea,                     -- null, with its hash, once erased: orders still name the row
    account_hash       bytea,
    account_last4      text        NOT NULL,
    account_type       text        NOT NULL CHECK (account_type IN ('account', 'card')),
    passbook_file_id   uuid        REFERENCES file_object (id),
    status             smallint    NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)),
    is_default         boolean     NOT NULL DEFAULT false,
    name_checked_at    timestamptz,
    created_at         timestamptz NOT NULL,
    closed_at          timestamptz,
    erased_at          timestamptz,
    CONSTRAINT bank_card_erased CHECK ((erased_at IS NULL) = (account_number_enc IS NOT NULL) AND (erased_at IS NULL) = (account_hash IS NOT NULL)
        AND (erased_at IS NULL OR (status = 2 AND holder_name = '' AND account_last4 = '' AND passbook_file_id IS NULL))),
    CONSTRAINT bank_card_default_active CHECK (NOT is_default OR status = 1),
    CONSTRAINT bank_card_closed CHECK ((status = 2) = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX bank_card_one_default ON bank_card (member_id) WHERE is_default;
CREATE UNIQUE INDEX bank_card_account_key ON bank_card (region, bank_code, account_hash) WHERE status <> 2;
CREATE INDEX bank_card_member ON bank_card (member_id, created_at);

-- A card that is added while an order runs is looked at by a person before money goes there.
CREATE TABLE bank_card_review (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    card_id     uuid        NOT NULL REFERENCES bank_card (id),
    order_id    uuid,                             -- the order whose payout card it would replace
    state       text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
    reason      text        NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    decided_at  timestamptz,
    decided_by  text,
    CONSTRAINT bank_card_review_decided CHECK ((state = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX bank_card_review_open ON bank_card_review (card_id) WHERE state = 'pending';
CREATE INDEX bank_card_review_card ON bank_card_review (card_id);
REVOKE DELETE ON bank_card, bank_card_review FROM loanmarket_app;
