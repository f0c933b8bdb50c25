DROP FUNCTION erase_audit_words;
REVOKE UPDATE (bank_day) ON disbursement_return FROM loanmarket_app;
