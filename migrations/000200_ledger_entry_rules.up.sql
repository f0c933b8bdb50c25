-- domain/ledger: see 193. Balances are looked for within their scope, whatever the session's plan was made on: joined freely, a plan
-- that was made on an empty journal read all balances for each posting. Scopes are locked in one order.
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
    unknown boolean;
    touched uuid;
BEGIN
    SELECT CASE
        WHEN bool_or((SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id) IS DISTINCT FROM pg_current_xact_id()) THEN 'ledger_entry_closed'
        WHEN bool_or(e.zero) THEN 'ledger_entry_amount_check'
        WHEN bool_or(length(e.currency) <> 3) THEN 'ledger_entry_currency_check'
        WHEN bool_or(e.first < 1) THEN 'ledger_entry_seq_check'
        WHEN bool_or(e.total <> 0) THEN 'ledger_transaction_balanced'
    END, bool_or(e.unknown) INTO broken, unknown
    FROM (SELECT transaction_id, currency, sum(amount) AS total, bool_or(amount = 0) AS zero, min(seq) AS first,
                 bool_or((SELECT a.code FROM ledger_account a WHERE a.code = account) IS NULL) AS unknown
          FROM new_entry GROUP BY transaction_id, currency) e;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'the journal is closed for these entries, or they do not fit it: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    IF unknown THEN
        RAISE EXCEPTION 'the chart has no such account'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_balance_account_fkey';
    END IF;
    FOR touched IN SELECT DISTINCT scope FROM new_entry ORDER BY scope LOOP
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
ALTER TABLE ledger_entry
    DROP CONSTRAINT ledger_entry_amount_check, DROP CONSTRAINT ledger_entry_currency_check, DROP CONSTRAINT ledger_entry_seq_check;
