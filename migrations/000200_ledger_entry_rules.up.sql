-- domain/ledger: see 193. Balances are looked for within their scope, whatever the session's plan was made on: joined freely, a plan
-- that was made on an empty journal read all balances for each posting. Scopes are locked in one order, and an entry has the scope of
-- its transaction.
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
    scopes uuid[];
    touched uuid;
BEGIN
    SELECT CASE
        WHEN bool_or((SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.scope = e.scope) IS DISTINCT FROM pg_current_xact_id())
            THEN 'ledger_entry_closed'
        WHEN bool_or(e.zero) THEN 'ledger_entry_amount_check'
        WHEN bool_or(length(e.currency) <> 3) THEN 'ledger_entry_currency_check'
        WHEN bool_or(e.first < 1) THEN 'ledger_entry_seq_check'
        WHEN bool_or(e.total <> 0) THEN 'ledger_transaction_balanced'
    END, coalesce(array_agg(DISTINCT e.scope), '{}') INTO broken, scopes
    FROM (SELECT transaction_id, scope, currency, sum(amount) AS total, bool_or(amount = 0) AS zero, min(seq) AS first
          FROM new_entry GROUP BY transaction_id, scope, currency) e;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'the journal is closed for these entries, or they do not fit it: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    FOREACH touched IN ARRAY scopes LOOP
        WITH change AS (
            SELECT account, currency, sum(amount) AS amount FROM new_entry WHERE scope = touched GROUP BY account, currency
        ), changed AS (
            UPDATE ledger_balance b SET balance = b.balance + change.amount FROM change
            WHERE b.scope = touched AND b.account = change.account AND b.currency = change.currency
            RETURNING b.account, b.currency
        )
        INSERT INTO ledger_balance AS b (scope, account, currency, balance)
        SELECT touched, account, currency, amount FROM change
        WHERE (account, currency) NOT IN (SELECT account, currency FROM changed)
        ORDER BY account, currency
        ON CONFLICT (scope, account, currency) DO UPDATE SET balance = b.balance + excluded.balance;
    END LOOP;
    RETURN NULL;
END $$;
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
ALTER TABLE ledger_entry
    DROP CONSTRAINT ledger_entry_amount_check, DROP CONSTRAINT ledger_entry_currency_check, DROP CONSTRAINT ledger_entry_seq_check;
