-- What the journal's guard looks up, it looks up by key. Joined freely, the plan of a session that began on a small journal read all
-- of it for every posting.
--
-- The guard also holds what two foreign keys held, once for a posting and without a lock: an entry belongs to a transaction of its
-- own database transaction, so there is one, and its account is one of the chart. For each balance, the foreign key locked the
-- account's row in the chart: the same few rows for everybody who was paid at that moment.
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
    IF EXISTS (SELECT FROM (SELECT DISTINCT transaction_id FROM new_entry) e
               WHERE (SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id) IS DISTINCT FROM pg_current_xact_id()) THEN
        RAISE EXCEPTION 'the journal is closed for this transaction'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    IF EXISTS (SELECT FROM new_entry e WHERE (SELECT a.code FROM ledger_account a WHERE a.code = e.account) IS NULL) THEN
        RAISE EXCEPTION 'the chart has no such account'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_balance_account_fkey';
    END IF;
    WITH change AS (
        SELECT scope, account, currency, sum(amount) AS amount FROM new_entry GROUP BY scope, account, currency
    ), changed AS (
        UPDATE ledger_balance b SET balance = b.balance + change.amount FROM change
        WHERE (b.scope, b.account, b.currency) = (change.scope, change.account, change.currency)
        RETURNING b.scope, b.account, b.currency
    )
    INSERT INTO ledger_balance AS b (scope, account, currency, balance)
    SELECT scope, account, currency, amount FROM change
    WHERE (scope, account, currency) NOT IN (SELECT scope, account, currency FROM changed)
    ORDER BY scope, account, currency
    ON CONFLICT (scope, account, currency) DO UPDATE SET balance = b.balance + excluded.balance;
    RETURN NULL;
END $$;

ALTER TABLE ledger_entry ALTER CONSTRAINT ledger_entry_transaction_id_fkey NOT ENFORCED;
ALTER TABLE ledger_balance ALTER CONSTRAINT ledger_balance_account_fkey NOT ENFORCED;

-- Their other half: nobody takes away what the journal stands on, its owner neither.
CREATE FUNCTION ledger_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the journal stands on this row' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_ARGV[0];
END $$;
CREATE TRIGGER ledger_transaction_kept BEFORE DELETE OR UPDATE OF id ON ledger_transaction
    FOR EACH ROW EXECUTE FUNCTION ledger_kept('ledger_entry_transaction_id_fkey');
CREATE TRIGGER ledger_account_kept BEFORE DELETE OR UPDATE OF code ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_kept('ledger_balance_account_fkey');
