DROP TRIGGER product_lender_region ON lender;
DROP TRIGGER product_lender_region ON loan_product;
DROP FUNCTION product_lender_region();
