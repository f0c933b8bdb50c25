-- A function of the owner's that a trigger runs is no business of anybody's own trigger, on a temporary table with rows of one's own:
-- it would change the balances without the journal. What a trigger runs, it runs without this right.
REVOKE EXECUTE ON FUNCTION ledger_entry_apply, market_revised FROM PUBLIC;
-- A temporary table of the same name would say which steps there are.
ALTER FUNCTION loan_order_guard SET search_path = public, pg_temp;
ALTER FUNCTION order_event_guard SET search_path = public, pg_temp;
