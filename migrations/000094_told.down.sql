ALTER TABLE identity_review DROP COLUMN told_at;
ALTER TABLE payment_alarm DROP COLUMN told_at;
