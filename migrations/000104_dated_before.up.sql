-- What the tables hold today becomes their first part, which ends with a month to come. That all of it is older is checked
-- before, while others write.
DO $$
DECLARE
    of regclass;
    latest timestamptz;
BEGIN
    SET LOCAL timezone = 'UTC';
    FOREACH of IN ARRAY ARRAY['tracking_record', 'audit_log']::regclass[] LOOP
        EXECUTE format('SELECT max(at) FROM %s', of) INTO latest;
        EXECUTE format('ALTER TABLE %s ADD CONSTRAINT dated_before CHECK (at < %L) NOT VALID', of,
            date_trunc('month', greatest(latest, now())) + interval '2 months');
    END LOOP;
END $$;
