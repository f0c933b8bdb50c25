-- Who is not at a terminal is told as well: rows that wait for a person are sent to a webhook, each once.
ALTER TABLE payment_alarm ADD COLUMN told_at timestamptz;
ALTER TABLE identity_review ADD COLUMN told_at timestamptz;
