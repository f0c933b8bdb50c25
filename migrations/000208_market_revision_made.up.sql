-- domain/product: a database that was restored in parts may lack the row; the next change makes it.
CREATE OR REPLACE FUNCTION market_revised() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO market_revision (revision) VALUES (gen_random_uuid()) ON CONFLICT (only_row) DO UPDATE SET revision = excluded.revision;
    RETURN NULL;
END $$;
