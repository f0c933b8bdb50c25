-- repay, kyc: told_at says since now that somebody was told, and no longer that a job was asked to. Rows whose job has not done so, or was
-- given up, are told of anew.
UPDATE payment_alarm t SET told_at = NULL WHERE closed_at IS NULL AND told_at IS NOT NULL AND EXISTS (
	SELECT FROM river_job r WHERE r.kind = 'alarm.tell' AND r.state <> 'completed' AND r.args = jsonb_build_object('table', 'payment_alarm', 'id', t.id));
UPDATE identity_review t SET told_at = NULL WHERE closed_at IS NULL AND told_at IS NOT NULL AND EXISTS (
	SELECT FROM river_job r WHERE r.kind = 'alarm.tell' AND r.state <> 'completed' AND r.args = jsonb_build_object('table', 'identity_review', 'id', t.id));
