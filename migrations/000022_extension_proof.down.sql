DROP INDEX refund_unfinished;
DROP TABLE payment_alarm;
DELETE FROM ledger_account WHERE code = 'payer_receivable';
DROP INDEX credit_event_once;
DELETE FROM credit_event WHERE round > 1;
CREATE UNIQUE INDEX credit_event_once ON credit_event (order_id, kind) WHERE order_id IS NOT NULL;
ALTER TABLE credit_event DROP COLUMN round, DROP COLUMN limit_change, DROP COLUMN score_change;
ALTER TABLE loan_product_version DROP COLUMN extension_overdue_days, DROP COLUMN extension_unpaid;
