ALTER TABLE loan_extension ALTER COLUMN after_payment DROP DEFAULT;
