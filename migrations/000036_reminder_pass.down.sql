CREATE INDEX loan_running_due ON loan (due_date) WHERE settled_on IS NULL;
DROP INDEX loan_running_due_order;
DROP TABLE reminder_pass;
