-- domain/ledger: see 193. A trigger judges what a balance has become; a CHECK also judged what an upsert proposes, which is a change.
ALTER TABLE ledger_balance DROP CONSTRAINT ledger_balance_not_below_zero;
CREATE FUNCTION ledger_balance_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.balance < 0 AND NEW.account LIKE '%\_receivable' OR NEW.balance > 0 AND NEW.account IN ('overpayment', 'suspense')
            THEN 'ledger_balance_not_below_zero'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of ledger_balance breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_balance_rules AFTER INSERT OR UPDATE OF balance, account
    ON ledger_balance FOR EACH ROW EXECUTE FUNCTION ledger_balance_rules();
-- What the foreign key held that is not enforced any more (170): only a balance that is new names an account anew.
CREATE FUNCTION ledger_balance_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_account a WHERE a.code = NEW.account) THEN
        RAISE EXCEPTION 'the chart has no account %', NEW.account
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_balance_account_fkey', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_balance_account AFTER INSERT OR UPDATE OF account ON ledger_balance
    FOR EACH ROW EXECUTE FUNCTION ledger_balance_account();
