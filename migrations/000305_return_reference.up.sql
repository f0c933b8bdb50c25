-- domain/loan: a reference of the bank's that an operator has typed wrongly is put right, with the payment that it turns out to be.
GRANT UPDATE (reference, payment_id) ON disbursement_return TO loanmarket_app;
