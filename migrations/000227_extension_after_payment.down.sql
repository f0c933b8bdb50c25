ALTER TABLE loan_extension DROP COLUMN after_payment;
