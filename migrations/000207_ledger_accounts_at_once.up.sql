-- domain/ledger: the accounts of what is posted are held against the chart at once. Asked for each balance that is new, of which a loan's
-- first posting makes eight, they took a sixth of it. A balance that comes in any other way is still asked by itself.
DROP TRIGGER ledger_balance_account ON ledger_balance;
DROP FUNCTION ledger_balance_account();
CREATE OR REPLACE FUNCTION ledger_balance_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN NEW.balance < 0 AND NEW.account LIKE '%\_receivable' OR NEW.balance > 0 AND NEW.account IN ('overpayment', 'suspense')
            THEN 'ledger_balance_not_below_zero'
    END;
BEGIN
    -- Not from within ledger_entry_apply, which has asked.
    IF pg_trigger_depth() = 1 THEN
        broken := coalesce(broken, CASE
            WHEN NOT EXISTS (SELECT FROM public.ledger_account a WHERE a.code = NEW.account) THEN 'ledger_balance_account_fkey'
        END);
    END IF;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a row of ledger_balance breaks %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
BEGIN
    SELECT CASE
        WHEN bool_or((SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.scope = e.scope) IS DISTINCT FROM pg_current_xact_id())
            THEN 'ledger_entry_closed'
        WHEN bool_or(e.zero) THEN 'ledger_entry_amount_check'
        WHEN bool_or(length(e.currency) <> 3) THEN 'ledger_entry_currency_check'
        WHEN bool_or(e.first < 1) THEN 'ledger_entry_seq_check'
        WHEN bool_or(e.total <> 0) THEN 'ledger_transaction_balanced'
        WHEN bool_or(e.unknown) THEN 'ledger_balance_account_fkey'
    END INTO broken
    FROM (SELECT transaction_id, scope, currency, sum(amount) AS total, bool_or(amount = 0) AS zero, min(seq) AS first,
              bool_or(account <> ALL (ARRAY(SELECT a.code FROM ledger_account a))) AS unknown
          FROM new_entry GROUP BY transaction_id, scope, currency) e;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'the journal is closed for these entries, or they do not fit it: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    INSERT INTO ledger_balance AS b (scope, account, currency, balance)
    SELECT scope, account, currency, sum(amount) FROM new_entry GROUP BY scope, account, currency ORDER BY scope, account, currency
    ON CONFLICT (scope, account, currency) DO UPDATE SET balance = b.balance + excluded.balance;
    RETURN NULL;
END $$;
