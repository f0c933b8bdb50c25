REVOKE DELETE ON payment_intent FROM loanmarket_app;
DROP FUNCTION drop_months(text, timestamptz);
DROP FUNCTION make_months(text, timestamptz);
DROP FUNCTION month_parts(regclass);
