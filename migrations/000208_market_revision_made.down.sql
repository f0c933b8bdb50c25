CREATE OR REPLACE FUNCTION market_revised() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE market_revision SET revision = gen_random_uuid();
    RETURN NULL;
END $$;
