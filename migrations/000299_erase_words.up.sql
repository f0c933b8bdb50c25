-- domain/loan, domain/repay: of a deleted borrower, the words go that a lender, a bank, a payer or an operator wrote beside their
-- orders and payments, where no money was lent, and everywhere once their papers need not be kept any longer. Codes, which are one
-- word, stay with all else of the books. Accepted texts go with them, by the same view.
CREATE VIEW order_without_papers AS
	SELECT o.id AS order_id, o.member_id FROM loan_order o JOIN member m ON m.id = o.member_id AND m.status = 'deleted'
	WHERE NOT EXISTS (SELECT FROM loan l WHERE l.order_id = o.id)
		OR EXISTS (SELECT FROM account_deletion d WHERE d.member_id = m.id AND d.papers_erased_at IS NOT NULL);
REVOKE ALL ON order_without_papers FROM loanmarket_app;

CREATE OR REPLACE FUNCTION erase_accepted_texts(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE contract_acceptance t SET body = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.order_id = o.order_id AND t.body <> '';
$$;

CREATE FUNCTION erase_order_words(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE order_event e SET detail = e.detail - 'reason' FROM order_without_papers o
    WHERE o.member_id = of_member AND e.order_id = o.order_id AND e.detail ->> 'reason' ~ '[^A-Za-z0-9_.-]';
    UPDATE loan_order t SET reject_reason = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.id = o.order_id AND t.reject_reason ~ '[^A-Za-z0-9_.-]';
    UPDATE loan_order t SET failure_reason = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.id = o.order_id AND t.failure_reason ~ '[^A-Za-z0-9_.-]';
    UPDATE disbursement t SET failure_reason = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.order_id = o.order_id AND t.failure_reason ~ '[^A-Za-z0-9_.-]';
$$;

CREATE FUNCTION erase_payment_words(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE payment_unmatch t SET note = '' FROM payment p JOIN order_without_papers o ON o.order_id = p.order_id
    WHERE o.member_id = of_member AND t.payment_id = p.id AND t.note <> '';
    UPDATE payment_reversal t SET reason = '' FROM payment p JOIN order_without_papers o ON o.order_id = p.order_id
    WHERE o.member_id = of_member AND t.payment_id = p.id AND t.reason <> '';
    UPDATE partial_reversal_decision t SET note = '' FROM partial_reversal r JOIN payment p ON p.id = r.payment_id JOIN order_without_papers o ON o.order_id = p.order_id
    WHERE o.member_id = of_member AND t.reversal_id = r.id AND t.note <> '';
    UPDATE partial_reversal t SET reason = '' FROM payment p JOIN order_without_papers o ON o.order_id = p.order_id
    WHERE o.member_id = of_member AND t.payment_id = p.id AND t.reason <> '';
    UPDATE payment_alarm t SET note = '', detail = '' FROM payment p JOIN order_without_papers o ON o.order_id = p.order_id
    WHERE o.member_id = of_member AND t.payment_id = p.id AND t.closed_at IS NOT NULL AND (t.note <> '' OR t.detail <> '');
    UPDATE payment_alarm t SET note = '', detail = '' FROM disbursement d JOIN order_without_papers o ON o.order_id = d.order_id
    WHERE o.member_id = of_member AND t.disbursement_id = d.id AND t.closed_at IS NOT NULL AND (t.note <> '' OR t.detail <> '');
    UPDATE refund t SET failure_reason = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.order_id = o.order_id AND t.failure_reason ~ '[^A-Za-z0-9_.-]';
    UPDATE payment t SET memo = '', paid_from = '' FROM order_without_papers o
    WHERE o.member_id = of_member AND t.order_id = o.order_id AND (t.memo <> '' OR t.paid_from <> '');
$$;

REVOKE EXECUTE ON FUNCTION erase_order_words, erase_payment_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_order_words, erase_payment_words TO loanmarket_app;
