ALTER TABLE device RESET (fillfactor);
ALTER TABLE credit_profile RESET (fillfactor);
ALTER TABLE loan RESET (fillfactor);
ALTER TABLE loan_order RESET (fillfactor);
ALTER TABLE ledger_balance RESET (fillfactor);
