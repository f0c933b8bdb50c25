-- How far the posting of a month's accrual has come: it goes through the loans that run by id, in pages, and goes on where
-- it stopped.
CREATE TABLE accrual_pass (
    region      text        PRIMARY KEY,
    month_end   date        NOT NULL,             -- the last business date of the month that is posted
    order_id    uuid        NOT NULL,             -- the last loan that was looked at
    finished_at timestamptz                       -- null while there are more
);
REVOKE DELETE ON accrual_pass FROM loanmarket_app;
