-- A row that is written again, while no index holds what changes, stays on its page where there is room, and no index is
-- written with it. New pages of these tables keep some.
ALTER TABLE ledger_balance SET (fillfactor = 80);
ALTER TABLE loan_order SET (fillfactor = 85);
ALTER TABLE loan SET (fillfactor = 85);
ALTER TABLE credit_profile SET (fillfactor = 85);
ALTER TABLE device SET (fillfactor = 85);
