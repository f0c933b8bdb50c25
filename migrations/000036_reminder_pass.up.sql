-- How far the look for loans that are due a reminder has come: it goes through them by due date, the latest first, in
-- pages, and goes on where it stopped.
CREATE TABLE reminder_pass (
    region      text        PRIMARY KEY,
    day         date        NOT NULL,             -- business date
    started_at  timestamptz NOT NULL,
    due_date    date        NOT NULL,             -- with order_id the last loan that was looked at
    order_id    uuid        NOT NULL,
    finished_at timestamptz                       -- null while there are more
);
REVOKE DELETE ON reminder_pass FROM loanmarket_app;

CREATE INDEX loan_running_due_order ON loan (due_date, order_id) WHERE settled_on IS NULL;
DROP INDEX loan_running_due;
