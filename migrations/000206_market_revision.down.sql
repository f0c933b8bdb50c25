DROP TRIGGER market_revised ON loan_product_version;
DROP TRIGGER market_revised ON loan_product;
DROP TRIGGER market_revised ON lender;
DROP FUNCTION market_revised();
DROP TABLE market_revision;
