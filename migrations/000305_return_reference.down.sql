REVOKE UPDATE (reference, payment_id) ON disbursement_return FROM loanmarket_app;
