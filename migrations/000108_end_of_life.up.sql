-- The parts of a table that is kept by month, but for the one of what has no month. Bounds are read in UTC.
CREATE FUNCTION month_parts(whole regclass) RETURNS TABLE (part regclass, since timestamptz, until timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
    SELECT part, COALESCE(substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'), substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
    FROM (SELECT c.oid::regclass AS part, pg_get_expr(c.relpartbound, c.oid) AS bound
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = whole) x
    WHERE bound <> 'DEFAULT'
$$;

-- Makes the months of a table from an instant's to three after it, and those before of which rows have no month; rows that
-- wait for them move in. The application may do this and no more: the tables are the owner's. Nobody waits long for it.
CREATE FUNCTION make_months(whole text, today timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
    spare text := whole || '_default';
    made int := 0;
    name text;
    month timestamptz;
BEGIN
    IF whole NOT IN ('audit_log', 'tracking_record') THEN
        RAISE EXCEPTION '% is not kept by month', whole;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('months/' || whole, 0));
    FOR month IN EXECUTE format('
        SELECT generate_series(first, first + interval ''3 months'', interval ''1 month'') FROM date_trunc(''month'', $1) AS first
        UNION SELECT date_trunc(''month'', at) FROM %I WHERE at < $1 ORDER BY 1', spare) USING today
    LOOP
        CONTINUE WHEN EXISTS (SELECT FROM month_parts(whole::regclass) WHERE since <= month AND until > month);
        name := whole || to_char(month, '_YYYY_MM');
        -- Of the whole, before any part: whoever waits looks for the part of a row afterwards.
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', whole);
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name, whole);
        EXECUTE format('REVOKE ALL ON %I FROM loanmarket_app', name);
        EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
            spare, month, month + interval '1 month', name);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', whole, name, month, month + interval '1 month');
        made := made + 1;
    END LOOP;
    RETURN made;
END $$;

-- Drops the months of a table that have ended by an instant. Of the log of who read what, whoever has the application's
-- password can drop nothing that is younger than five years.
CREATE FUNCTION drop_months(whole text, before timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    dropped int := 0;
    month regclass;
BEGIN
    IF whole NOT IN ('audit_log', 'tracking_record') THEN
        RAISE EXCEPTION '% is not kept by month', whole;
    END IF;
    IF whole = 'audit_log' AND before > now() - interval '5 years' THEN
        RAISE EXCEPTION 'the audit log is kept for five years at least';
    END IF;
    FOR month IN SELECT part FROM month_parts(whole::regclass) WHERE until <= before ORDER BY until LOOP
        EXECUTE format('DROP TABLE %s', month);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;
REVOKE EXECUTE ON FUNCTION make_months, drop_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_months, drop_months TO loanmarket_app;

-- Intents that nobody paid have an end of life; those with a payment are held by its foreign key.
GRANT DELETE ON payment_intent TO loanmarket_app;
