-- domain/product: a product is lent in the region of its lender: by the caps and in the currency that it is checked by. It is looked at when
-- the transaction ends; whoever writes one of the two holds the lender's row until then.
CREATE FUNCTION product_lender_region() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM loan_product p JOIN lender l ON l.code = p.lender_code WHERE l.code = to_jsonb(NEW) ->> TG_ARGV[0] AND p.region <> l.region) THEN
        RAISE EXCEPTION 'a product is lent in the region of its lender'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_product_lender_region', TABLE = 'loan_product';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER product_lender_region AFTER INSERT OR UPDATE OF region, lender_code ON loan_product
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_lender_region('lender_code');
CREATE CONSTRAINT TRIGGER product_lender_region AFTER UPDATE OF region ON lender
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_lender_region('code');
-- A product that was given to a lender of another region was checked by that one's figures. It goes there, suspended until somebody has looked.
UPDATE loan_product p SET region = l.region, status = 'suspended' FROM lender l WHERE l.code = p.lender_code AND l.region <> p.region;
