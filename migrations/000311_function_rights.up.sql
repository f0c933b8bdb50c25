-- SECURITY DEFINER functions run with the owner's rights. Without this, the application's role could call ledger_entry_apply from a
-- trigger on a temporary table and change balances without the journal. EXECUTE is checked only when a trigger is created, so the
-- existing triggers keep working.
REVOKE EXECUTE ON FUNCTION ledger_entry_apply, market_revised FROM PUBLIC;
-- With pg_temp first in the search path, a temporary table named order_transition would decide which transitions are allowed.
ALTER FUNCTION loan_order_guard SET search_path = public, pg_temp;
ALTER FUNCTION order_event_guard SET search_path = public, pg_temp;
