-- The journal's guards in fewer statements. What they hold is what they held.

-- Balances that are there are changed, and the others made, in one statement. A row that another transaction has made
-- meanwhile takes the change too; were the change alone below zero, it is refused: nobody credits what they have not seen.
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

CREATE OR REPLACE FUNCTION ledger_transaction_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT (SELECT count(*) > 0 AND bool_and(total = 0)
            FROM (SELECT sum(amount) AS total FROM ledger_entry WHERE transaction_id = NEW.id GROUP BY currency) sums) THEN
        RAISE EXCEPTION 'journal transaction % is empty or does not sum to zero', NEW.key
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    RETURN NULL;
END $$;

-- Every entry is projected into a balance, and the balance's account is one of the chart: asked once for an account of a
-- scope, and not again for each entry.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_account_fkey;
