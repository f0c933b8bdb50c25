-- domain/repay: that an intent gave way to a newer one is written beside its state, which an index holds: the row stays on its page
-- where there is room, and no index is written with it. New pages keep some. Rows of before have it as a state.
ALTER TABLE payment_intent ADD COLUMN replaced_at timestamptz;
ALTER TABLE payment_intent SET (fillfactor = 80);
