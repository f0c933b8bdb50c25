-- domain/ledger: the role of the app may only insert. What is checked of the journal when a row comes (199, 201) holds for good because
-- nobody changes or takes away what is there, its owner neither: an error is corrected by another transaction.
CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is only added to', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
-- Deleting one, or giving it another id, is refused by ledger_transaction_kept (170), which comes first.
CREATE TRIGGER ledger_transaction_unchanged BEFORE UPDATE ON ledger_transaction
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
