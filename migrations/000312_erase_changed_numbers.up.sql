-- base/audit: the log of a deleted borrower names no part of the numbers that they had. Who moved the account, and when, stays.
CREATE OR REPLACE FUNCTION erase_audit_words(of_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH deleted AS (SELECT id FROM member WHERE id = of_member AND status = 'deleted'),
	orders AS (SELECT order_id AS id FROM order_without_papers WHERE member_id = of_member),
	payments AS (SELECT p.id FROM payment p JOIN orders o ON o.id = p.order_id)
	UPDATE audit_log SET detail = CASE WHEN detail ->> 'reason' ~ '[^A-Za-z0-9_.-]' THEN detail - 'reason' ELSE detail END - '{note,why}'::text[]
	WHERE subject = ANY (ARRAY(
		SELECT 'member:' || id FROM deleted
		UNION ALL SELECT 'bank_card:' || c.id FROM bank_card c JOIN deleted d ON d.id = c.member_id
		UNION ALL SELECT 'order:' || id FROM orders
		UNION ALL SELECT 'payment:' || id FROM payments
		UNION ALL SELECT 'refund:' || r.id FROM refund r JOIN orders o ON o.id = r.order_id
		UNION ALL SELECT 'payment_alarm:' || a.id FROM payment_alarm a JOIN payments p ON p.id = a.payment_id
		UNION ALL SELECT 'payment_alarm:' || a.id FROM payment_alarm a JOIN disbursement d ON d.id = a.disbursement_id JOIN orders o ON o.id = d.order_id
	)) AND (detail ?| '{note,why}'::text[] OR detail ->> 'reason' ~ '[^A-Za-z0-9_.-]');

	-- Of a proof as beside the proof: with the account.
	UPDATE audit_log SET detail = detail - 'reason'
	WHERE subject = ANY (ARRAY(SELECT 'order:' || o.id FROM loan_order o JOIN member m ON m.id = o.member_id WHERE m.id = of_member AND m.status = 'deleted'))
		AND action LIKE 'proof.%' AND detail ->> 'reason' <> '';

	-- A number in part, and its keyed hash.
	UPDATE audit_log SET detail = detail - '{from,to,number}'::text[]
	WHERE subject = (SELECT 'member:' || id FROM member WHERE id = of_member AND status = 'deleted')
		AND action IN ('member.number_changed', 'member.number_given_up') AND detail ?| '{from,to,number}'::text[];
$$;
