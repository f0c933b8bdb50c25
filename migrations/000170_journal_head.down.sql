DROP TRIGGER ledger_account_kept ON ledger_account;
DROP TRIGGER ledger_transaction_kept ON ledger_transaction;
DROP FUNCTION ledger_kept();
ALTER TABLE ledger_balance ALTER CONSTRAINT ledger_balance_account_fkey ENFORCED;
ALTER TABLE ledger_entry ALTER CONSTRAINT ledger_entry_transaction_id_fkey ENFORCED;

CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM new_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
               WHERE t.xact <> pg_current_xact_id()) THEN
        RAISE EXCEPTION 'the journal is closed for this transaction'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_closed';
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
