DO $$
DECLARE
    of regclass;
    rule text;
BEGIN
    FOR of, rule IN SELECT conrelid::regclass, pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'dated_before' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT dated_before, ADD CONSTRAINT dated_before %s NOT VALID', of, rule);
    END LOOP;
END $$;
