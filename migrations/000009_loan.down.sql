DROP TABLE loan_document, loan_extension, loan, disbursement, contract_acceptance, order_event, loan_order, order_transition;
DROP FUNCTION order_event_guard(), loan_order_guard();
