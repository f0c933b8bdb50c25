ALTER TABLE payment_intent RESET (fillfactor);
UPDATE payment_intent SET state = 'replaced' WHERE state = 'open' AND replaced_at IS NOT NULL;
ALTER TABLE payment_intent DROP COLUMN replaced_at;
