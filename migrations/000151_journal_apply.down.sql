ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_account_fkey FOREIGN KEY (account) REFERENCES ledger_account (code);

CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM new_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
               WHERE t.xact <> pg_current_xact_id()) THEN
        RAISE EXCEPTION 'the journal is closed for this transaction'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    -- ON CONFLICT DO UPDATE would check the change alone against the constraint below zero, so a credit to a full
    -- receivable would fail: the row comes first, then the change.
    INSERT INTO ledger_balance (scope, account, currency, balance)
    SELECT DISTINCT scope, account, currency, 0 FROM new_entry
    ORDER BY scope, account, currency
    ON CONFLICT DO NOTHING;
    UPDATE ledger_balance b SET balance = b.balance + d.change
    FROM (SELECT scope, account, currency, sum(amount) AS change FROM new_entry GROUP BY scope, account, currency) d
    WHERE (b.scope, b.account, b.currency) = (d.scope, d.account, d.currency);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION ledger_transaction_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_entry WHERE transaction_id = NEW.id)
       OR EXISTS (SELECT FROM ledger_entry WHERE transaction_id = NEW.id GROUP BY currency HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'journal transaction % is empty or does not sum to zero', NEW.key
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    RETURN NULL;
END $$;
