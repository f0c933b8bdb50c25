-- domain/product: the list of products is the same for everybody and seldom changes. A process keeps it while this is what it was when it
-- read it. It is not counted: a number that was lost with a server could come again for another list.
CREATE TABLE market_revision (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    revision uuid    NOT NULL
);
INSERT INTO market_revision (revision) VALUES (gen_random_uuid());
REVOKE INSERT, UPDATE, DELETE ON market_revision FROM loanmarket_app;

CREATE FUNCTION market_revised() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE market_revision SET revision = gen_random_uuid();
    RETURN NULL;
END $$;
-- When the transaction ends: who writes two products would wait for each other's otherwise.
CREATE CONSTRAINT TRIGGER market_revised AFTER INSERT OR UPDATE OR DELETE ON lender
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION market_revised();
CREATE CONSTRAINT TRIGGER market_revised AFTER INSERT OR UPDATE OR DELETE ON loan_product
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION market_revised();
CREATE CONSTRAINT TRIGGER market_revised AFTER INSERT OR UPDATE OR DELETE ON loan_product_version
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION market_revised();
