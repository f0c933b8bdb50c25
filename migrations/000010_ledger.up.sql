-- domain/ledger: the journal. Double entry, append-only. An amount is positive for a debit and
-- negative for a credit, in minor units. A scope is whose books an entry belongs to: an order,
-- or a payment that has not found its order yet.
CREATE TABLE ledger_transaction (
    id           uuid        PRIMARY KEY DEFAULT uuidv7(),
    key          text        NOT NULL CONSTRAINT ledger_transaction_key UNIQUE, -- what caused it, e.g. payment:<id>
    kind         text        NOT NULL CHECK (kind IN ('disbursement', 'accrual', 'payment', 'suspense', 'suspense_match', 'reversal', 'refund', 'extension', 'correction')),
    scope        uuid        NOT NULL,
    posting_date date        NOT NULL,
    value_date   date        NOT NULL,
    reverses     uuid        CONSTRAINT ledger_transaction_reversed_once UNIQUE REFERENCES ledger_transaction (id),
    xact         xid8        NOT NULL DEFAULT pg_current_xact_id(),
    created_at   timestamptz NOT NULL
);
CREATE INDEX ledger_transaction_scope ON ledger_transaction (scope, value_date, id);

CREATE TABLE ledger_account (
    code text PRIMARY KEY,
    side text NOT NULL CHECK (side IN ('asset', 'liability', 'income', 'expense'))
);
INSERT INTO ledger_account (code, side) VALUES
    ('principal_receivable', 'asset'),
    ('interest_receivable', 'asset'),
    ('service_fee_receivable', 'asset'),
    ('account_fee_receivable', 'asset'),
    ('extension_fee_receivable', 'asset'),
    ('overdue_fee_receivable', 'asset'),
    ('late_fee_receivable', 'asset'),
    ('bank', 'asset'),
    ('overpayment', 'liability'),
    ('suspense', 'liability'),
    ('interest_income', 'income'),
    ('front_service_fee_income', 'income'),
    ('service_fee_income', 'income'),
    ('account_fee_income', 'income'),
    ('extension_fee_income', 'income'),
    ('overdue_fee_income', 'income'),
    ('late_fee_income', 'income');

CREATE TABLE ledger_entry (
    transaction_id uuid   NOT NULL REFERENCES ledger_transaction (id),
    seq            int    NOT NULL CHECK (seq >= 1),
    scope          uuid   NOT NULL,
    account        text   NOT NULL REFERENCES ledger_account (code),
    currency       text   NOT NULL CHECK (length(currency) = 3),
    amount         bigint NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transaction_id, seq)
);
CREATE INDEX ledger_entry_scope ON ledger_entry (scope, account);

-- Projection of the journal, kept by the database itself.
CREATE TABLE ledger_balance (
    scope    uuid   NOT NULL,
    account  text   NOT NULL REFERENCES ledger_account (code),
    currency text   NOT NULL,
    balance  bigint NOT NULL,
    PRIMARY KEY (scope, account, currency),
    CONSTRAINT ledger_balance_not_below_zero CHECK (
        CASE WHEN account LIKE '%_receivable' THEN balance >= 0
             WHEN account IN ('overpayment', 'suspense') THEN balance <= 0
             ELSE true END)
);

-- An entry belongs to a transaction of the same database transaction: nothing is added later.
-- One statement writes all entries of a transaction, so balances are checked once, at its end.
-- pg_temp stands last: a table of the session's own would otherwise come before the journal.
CREATE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER ledger_entry_apply AFTER INSERT ON ledger_entry
    REFERENCING NEW TABLE AS new_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_apply();

CREATE FUNCTION ledger_transaction_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_entry WHERE transaction_id = NEW.id)
       OR EXISTS (SELECT FROM ledger_entry WHERE transaction_id = NEW.id GROUP BY currency HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'journal transaction % is empty or does not sum to zero', NEW.key
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_transaction_balanced AFTER INSERT ON ledger_transaction
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balanced();

REVOKE UPDATE, DELETE ON ledger_transaction, ledger_entry FROM loanmarket_app;
REVOKE INSERT, UPDATE, DELETE ON ledger_account, ledger_balance FROM loanmarket_app;
