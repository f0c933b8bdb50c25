-- domain/repay: what was paid by hand so far stands in the log, beside the refund in whose place it was.
UPDATE refund r SET paid_by_hand = true
FROM refund undone JOIN audit_log a ON a.subject = 'refund:' || undone.id AND a.action = 'refund.paid'
WHERE undone.state IN ('failed', 'returned') AND r.id = (a.detail ->> 'booked')::uuid AND r.state IN ('succeeded', 'returned') AND NOT r.set_off;
