-- Which payments of its day an extension came behind: they pay nothing of its fee.
ALTER TABLE loan_extension ADD COLUMN after_payment int NOT NULL DEFAULT 0 CHECK (after_payment >= 0);

UPDATE loan_extension e SET after_payment = CASE
	WHEN e.payment_id IS NOT NULL THEN coalesce((SELECT p.seq - 1 FROM payment p WHERE p.id = e.payment_id), 0)
	ELSE coalesce((SELECT max(p.seq) FROM payment p WHERE p.order_id = e.order_id AND p.received_at < e.created_at), 0)
END;

ALTER TABLE loan_extension ALTER COLUMN after_payment DROP DEFAULT;
