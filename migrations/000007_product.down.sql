ALTER TABLE loan_product DROP CONSTRAINT loan_product_current_version;
DROP TABLE loan_product_version, loan_product, lender;
