-- domain/loan: orders (the application and its life) and loans (what runs after the payout).

-- status: 1 waiting risk review, 2 under review, 3 rejected, 4 to be confirmed, 5 disbursing,
-- 6 disbursement failed, 7 cancelled by the borrower, 8 cancelled by the system, 9 waiting payment
CREATE TABLE order_transition (
    from_status smallint NOT NULL,
    to_status   smallint NOT NULL,
    event       text     NOT NULL,
    PRIMARY KEY (from_status, to_status, event)
);
INSERT INTO order_transition (from_status, to_status, event) VALUES
    (0, 1, 'applied'),
    (1, 2, 'review_started'),
    (2, 3, 'rejected'),
    (2, 4, 'approved'),
    (4, 5, 'confirmed'),
    (4, 7, 'cancelled'),
    (4, 8, 'offer_expired'),
    (1, 8, 'lender_withdrew'),
    (2, 8, 'lender_withdrew'),
    (4, 8, 'lender_withdrew'),
    (5, 9, 'paid_out'),
    (5, 6, 'payout_failed'),
    (6, 5, 'card_changed'),
    (6, 8, 'payout_not_mended');

CREATE TABLE loan_order (
    id               uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_no         text        NOT NULL CONSTRAINT loan_order_no_key UNIQUE,
    member_id        uuid        NOT NULL REFERENCES member (id),
    region           text        NOT NULL,
    app_product_id   text        NOT NULL,
    product_id       uuid        NOT NULL,
    product_version  int         NOT NULL,
    lender_code      text        NOT NULL REFERENCES lender (code),
    currency         text        NOT NULL CHECK (length(currency) = 3),
    status           smallint    NOT NULL CHECK (status BETWEEN 1 AND 9),
    repay_status     smallint    CHECK (repay_status IN (1, 3)), -- 2 (overdue) is derived from the due date on read
    applied_amount   bigint      NOT NULL CHECK (applied_amount > 0),
    principal        bigint      NOT NULL CHECK (principal > 0 AND principal <= applied_amount),
    term_days        int         NOT NULL CHECK (term_days > 0),
    terms            jsonb       NOT NULL,        -- snapshot of the product version: every rate, fee, cap and order
    bank_card_id     uuid        NOT NULL REFERENCES bank_card (id),
    pending_card_id  uuid        REFERENCES bank_card (id), -- a new card in review that would replace it
    purpose          text        NOT NULL DEFAULT '',
    reject_reason    text,
    failure_reason   text,
    applied_at       timestamptz NOT NULL,
    applied_on       date        NOT NULL,        -- business date of the region
    offer_expires_at timestamptz,
    confirmed_at     timestamptz,
    mend_until       timestamptz,                 -- a failed payout has to be mended by then
    closed_at        timestamptz,                 -- rejected, cancelled or settled
    reopened_at      timestamptz,                 -- a payment was reversed after the settlement
    FOREIGN KEY (product_id, product_version) REFERENCES loan_product_version (product_id, version),
    CONSTRAINT loan_order_repay_status CHECK ((status = 9) = (repay_status IS NOT NULL)),
    CONSTRAINT loan_order_offer CHECK (status <> 4 OR offer_expires_at IS NOT NULL),
    CONSTRAINT loan_order_confirmed CHECK (status NOT IN (5, 6, 9) OR confirmed_at IS NOT NULL),
    CONSTRAINT loan_order_rejected CHECK ((status = 3) = (reject_reason IS NOT NULL))
);
-- One open order a product. A debt that a reversal opened again does not count: there may be a new order by then,
-- and the reversal has to be booked all the same.
CREATE UNIQUE INDEX loan_order_one_open ON loan_order (member_id, product_id)
    WHERE status IN (1, 2, 4, 5, 6) OR (status = 9 AND repay_status <> 3 AND reopened_at IS NULL);
CREATE INDEX loan_order_member ON loan_order (member_id, applied_at DESC);
CREATE INDEX loan_order_member_day ON loan_order (member_id, applied_on);
CREATE INDEX loan_order_offer_expiry ON loan_order (offer_expires_at) WHERE status = 4;
CREATE INDEX loan_order_mend ON loan_order (mend_until) WHERE status = 6;
CREATE INDEX loan_order_review ON loan_order (applied_at) WHERE status IN (1, 2);
CREATE INDEX loan_order_card ON loan_order (bank_card_id) WHERE status IN (1, 2, 4, 5, 6);
CREATE INDEX loan_order_pending_card ON loan_order (pending_card_id) WHERE pending_card_id IS NOT NULL;

CREATE FUNCTION loan_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 1 THEN
            RAISE EXCEPTION 'an order starts in status 1, not %', NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_order_transition';
        END IF;
    ELSIF NEW.status <> OLD.status AND NOT EXISTS (
        SELECT FROM order_transition WHERE from_status = OLD.status AND to_status = NEW.status) THEN
        RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
            USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_order_transition';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER loan_order_guard BEFORE INSERT OR UPDATE OF status ON loan_order
    FOR EACH ROW EXECUTE FUNCTION loan_order_guard();

-- The order's timeline. from = to for events that change no status (payment, settlement, extension ...).
CREATE TABLE order_event (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id    uuid        NOT NULL REFERENCES loan_order (id),
    from_status smallint    NOT NULL,
    to_status   smallint    NOT NULL,
    event       text        NOT NULL,
    detail      jsonb       NOT NULL DEFAULT '{}',
    actor       text        NOT NULL,             -- member, lender, bank, system, ops:<user>
    at          timestamptz NOT NULL
);
CREATE INDEX order_event_order ON order_event (order_id, at, id);
CREATE FUNCTION order_event_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.from_status <> NEW.to_status AND NOT EXISTS (
        SELECT FROM order_transition
        WHERE from_status = NEW.from_status AND to_status = NEW.to_status AND event = NEW.event) THEN
        RAISE EXCEPTION 'no such step of an order: % from % to %', NEW.event, NEW.from_status, NEW.to_status
            USING ERRCODE = 'check_violation', CONSTRAINT = 'order_event_transition';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER order_event_guard BEFORE INSERT ON order_event
    FOR EACH ROW EXECUTE FUNCTION order_event_guard();
REVOKE UPDATE, DELETE ON order_event FROM loanmarket_app;
REVOKE INSERT, UPDATE, DELETE ON order_transition FROM loanmarket_app;

-- The agreement text that the borrower accepted, word for word: with the application, and with the final figures of the
-- offer. Evidence, never changed; the PDF that she keeps is made from it.
CREATE TABLE contract_acceptance (
    order_id    uuid        NOT NULL REFERENCES loan_order (id),
    stage       text        NOT NULL CHECK (stage IN ('application', 'offer')),
    version     text        NOT NULL,
    lang        text        NOT NULL,
    body        text        NOT NULL,
    sha256      bytea       NOT NULL,             -- of version, language and body
    accepted_at timestamptz NOT NULL,
    device_id   uuid        NOT NULL,
    PRIMARY KEY (order_id, stage)
);
REVOKE UPDATE, DELETE ON contract_acceptance FROM loanmarket_app;

-- One attempt to pay an order out. Unknown is not failed: the gateway is asked before any retry.
CREATE TABLE disbursement (
    id             uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id       uuid        NOT NULL REFERENCES loan_order (id),
    attempt        int         NOT NULL CHECK (attempt >= 1),
    reference      text        NOT NULL CONSTRAINT disbursement_reference_key UNIQUE,
    bank_card_id   uuid        NOT NULL REFERENCES bank_card (id),
    amount         bigint      NOT NULL CHECK (amount > 0), -- actual received amount
    currency       text        NOT NULL,
    state          text        NOT NULL CHECK (state IN ('created', 'unknown', 'succeeded', 'failed')),
    failure_reason text,
    gateway_serial text,
    created_at     timestamptz NOT NULL,
    finished_at    timestamptz,
    CONSTRAINT disbursement_attempt_key UNIQUE (order_id, attempt),
    CONSTRAINT disbursement_finished CHECK ((state IN ('succeeded', 'failed')) = (finished_at IS NOT NULL))
);
CREATE INDEX disbursement_unfinished ON disbursement (created_at) WHERE state IN ('created', 'unknown');
CREATE UNIQUE INDEX disbursement_one_live ON disbursement (order_id) WHERE state <> 'failed';

-- The running loan. What is owed is not here: it follows from the journal and the accrual function.
CREATE TABLE loan (
    order_id         uuid   PRIMARY KEY REFERENCES loan_order (id),
    member_id        uuid   NOT NULL REFERENCES member (id),
    principal        bigint NOT NULL CHECK (principal > 0),
    actual_received  bigint NOT NULL CHECK (actual_received > 0 AND actual_received <= principal),
    disbursed_on     date   NOT NULL,
    first_due_date   date   NOT NULL,
    due_date         date   NOT NULL,             -- moves with an extension
    interest_at_due  bigint NOT NULL CHECK (interest_at_due >= 0),
    total_at_due     bigint NOT NULL CHECK (total_at_due > 0),
    settled_on       date,
    settled_at       timestamptz,
    CONSTRAINT loan_dates CHECK (due_date >= first_due_date AND first_due_date > disbursed_on),
    CONSTRAINT loan_settled CHECK ((settled_on IS NULL) = (settled_at IS NULL))
);
CREATE INDEX loan_running_due ON loan (due_date) WHERE settled_on IS NULL;
CREATE INDEX loan_member ON loan (member_id);

-- How the due date moved: the accrual function needs its whole history. One whose fee was paid at once names the payment:
-- when the bank takes that back it counts no more, and the dates of later ones are worked out again.
CREATE TABLE loan_extension (
    order_id     uuid        NOT NULL REFERENCES loan (order_id),
    seq          int         NOT NULL CHECK (seq >= 1),
    effective_on date        NOT NULL,
    days         int         NOT NULL CHECK (days > 0),
    old_due_date date        NOT NULL,
    new_due_date date        NOT NULL CHECK (new_due_date > old_due_date),
    fee          bigint      NOT NULL CHECK (fee >= 0),
    payment_id   uuid,                            -- null: the fee was added to the debt
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (order_id, seq)
);

-- Documents the borrower holds: accepted contract, receipts, settlement certificate.
CREATE TABLE loan_document (
    id               uuid        PRIMARY KEY DEFAULT uuidv7(),
    order_id         uuid        NOT NULL REFERENCES loan_order (id),
    kind             text        NOT NULL CHECK (kind IN ('contract', 'receipt', 'settlement_certificate')),
    subject_id       uuid,                        -- the payment of a receipt
    lang             text        NOT NULL,
    contract_version text,
    file_id          uuid        NOT NULL REFERENCES file_object (id),
    sha256           bytea       NOT NULL,
    accepted_at      timestamptz,
    device_id        uuid,
    created_at       timestamptz NOT NULL
);
CREATE INDEX loan_document_subject ON loan_document (subject_id) WHERE subject_id IS NOT NULL;
CREATE UNIQUE INDEX loan_document_once ON loan_document (order_id, kind, COALESCE(subject_id, order_id), lang);
REVOKE UPDATE, DELETE ON loan_document, loan_extension FROM loanmarket_app;
GRANT UPDATE (old_due_date, new_due_date) ON loan_extension TO loanmarket_app;
REVOKE DELETE ON loan_order, disbursement, loan FROM loanmarket_app;
