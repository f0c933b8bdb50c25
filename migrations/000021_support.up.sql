-- domain/support: messages and complaints, the inbox, hardship requests, reminders.

CREATE TABLE support_ticket (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    ticket_no   text        NOT NULL CONSTRAINT support_ticket_no_key UNIQUE,
    member_id   uuid        NOT NULL REFERENCES member (id),
    kind        text        NOT NULL CHECK (kind IN ('message', 'complaint')),
    order_id    uuid        REFERENCES loan_order (id), -- the loan that a complaint is about
    state       text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
    due_on      date        NOT NULL,             -- business date by which it is answered
    created_at  timestamptz NOT NULL,
    answered_at timestamptz,                      -- the newest answer
    closed_at   timestamptz,
    device_id   uuid,                             -- written before an identity was proved: shown on this device alone
    CONSTRAINT support_ticket_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL),
    CONSTRAINT support_ticket_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX support_ticket_member ON support_ticket (member_id, id DESC);
CREATE INDEX support_ticket_waiting ON support_ticket (due_on, id) WHERE state = 'open';

-- What is written to and fro in a ticket, the borrower's first words in front.
CREATE TABLE support_message (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    ticket_id  uuid        NOT NULL REFERENCES support_ticket (id),
    author     text        NOT NULL CHECK (author IN ('borrower', 'house')),
    body       text        NOT NULL CHECK (char_length(body) <= CASE author WHEN 'borrower' THEN 300 ELSE 2000 END), -- empty once it was erased
    created_at timestamptz NOT NULL
);
CREATE INDEX support_message_ticket ON support_message (ticket_id, id);

CREATE TABLE support_message_file (
    message_id uuid     NOT NULL REFERENCES support_message (id),
    position   smallint NOT NULL CHECK (position BETWEEN 1 AND 3),
    file_id    uuid     NOT NULL REFERENCES file_object (id),
    PRIMARY KEY (message_id, position)
);

-- What a member has typed to us and not sent. While no identity is proved, it is shown on the device that it was typed on.
CREATE TABLE support_draft (
    member_id uuid        NOT NULL REFERENCES member (id),
    name      text        NOT NULL,               -- message, complaint, reply:<ticket>, promise:<order>, plan:<order>
    device_id uuid        NOT NULL,
    data      jsonb       NOT NULL,
    saved_at  timestamptz NOT NULL,
    PRIMARY KEY (member_id, name, device_id)
);

-- What a member is told in the app. The words are made on reading, in her language, from kind and params.
CREATE TABLE notice (
    id        uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id uuid        NOT NULL REFERENCES member (id),
    kind      text        NOT NULL,
    order_id  uuid        REFERENCES loan_order (id),
    subject   uuid,                               -- what else it is about: a ticket, a card, a payment
    params    jsonb       NOT NULL DEFAULT '{}',
    at        timestamptz NOT NULL,
    read_at   timestamptz
);
CREATE INDEX notice_member ON notice (member_id, id DESC);
CREATE INDEX notice_unread ON notice (member_id) WHERE read_at IS NULL;

-- A borrower who cannot pay as agreed says so. It stops reminders while it is open or accepted, and changes no balance.
CREATE TABLE hardship (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id   uuid        NOT NULL REFERENCES member (id),
    order_id    uuid        NOT NULL REFERENCES loan_order (id),
    kind        text        NOT NULL CHECK (kind IN ('promise', 'plan')),
    amount      bigint      NOT NULL CHECK (amount > 0), -- promised, or what she can pay a month
    currency    text        NOT NULL,
    until       date,                             -- promised date, or the date up to which an accepted plan holds
    body        text        NOT NULL DEFAULT '' CHECK (char_length(body) <= 300),
    state       text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'kept', 'broken', 'closed', 'withdrawn', 'lapsed')),
    answer      text        NOT NULL DEFAULT '',
    repaid      bigint      NOT NULL CHECK (repaid >= 0), -- had been repaid when it was asked: what comes after counts
    created_at  timestamptz NOT NULL,
    answered_at timestamptz,
    ended_at    timestamptz,
    CONSTRAINT hardship_dated CHECK (until IS NOT NULL OR (kind = 'plan' AND state <> 'accepted')),
    CONSTRAINT hardship_ended CHECK ((state IN ('open', 'accepted')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX hardship_one_open ON hardship (order_id) WHERE state IN ('open', 'accepted');
CREATE INDEX hardship_order ON hardship (order_id, created_at DESC);
CREATE INDEX hardship_live ON hardship (created_at, id) WHERE state IN ('open', 'accepted');

-- One reminder of a loan. day is counted from the due date: -3 is three days before it. A due date that moves begins anew.
CREATE TABLE reminder (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    member_id  uuid        NOT NULL REFERENCES member (id),
    order_id   uuid        NOT NULL REFERENCES loan_order (id),
    due_date   date        NOT NULL,
    day        int         NOT NULL,
    send_on    date        NOT NULL,              -- business date
    state      text        NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'dropped')),
    why        text        NOT NULL DEFAULT '',   -- why it was dropped, or did not go out
    attempts   int         NOT NULL DEFAULT 0,    -- how often it was taken up to be sent
    created_at timestamptz NOT NULL,
    tried_at   timestamptz,                       -- the last time
    sent_at    timestamptz
);
CREATE UNIQUE INDEX reminder_once ON reminder (order_id, due_date, day) WHERE state <> 'dropped';
CREATE UNIQUE INDEX reminder_one_a_day ON reminder (order_id, send_on);
CREATE INDEX reminder_member_day ON reminder (member_id, send_on);
CREATE INDEX reminder_trouble ON reminder (created_at) WHERE state IN ('queued', 'sending', 'failed') OR attempts > 1;

REVOKE DELETE ON support_ticket, support_message, hardship, reminder FROM loanmarket_app;
