ALTER FUNCTION order_event_guard RESET search_path;
ALTER FUNCTION loan_order_guard RESET search_path;
GRANT EXECUTE ON FUNCTION ledger_entry_apply, market_revised TO PUBLIC;
