-- kyc, bankcard, face, carrier: how the topics of a member's verification stand, a row for all that was given: done, in review, begun
-- (draft). Nothing is todo. until is when a row stops to count, NULL for never; device_id is where it was typed, NULL where no device is
-- noted. One statement reads it for a member: to start one takes PostgreSQL as long as to look into four of these tables.
CREATE VIEW topic_standing AS
	SELECT member_id, 'identity' AS topic, 'done' AS state, NULL::uuid AS device_id, NULL::timestamptz AS until, id_name AS name FROM identity
	UNION ALL SELECT member_id, 'personal', 'done', device_id, NULL, '' FROM personal_info
	UNION ALL SELECT member_id, 'company', 'done', device_id, NULL, '' FROM company_info
	-- A row for each contact.
	UNION ALL SELECT member_id, 'contacts', 'done', device_id, NULL, '' FROM contact
	UNION ALL SELECT member_id, topic, 'draft', device_id, NULL, '' FROM verification_draft
	UNION ALL SELECT member_id, 'bankcard', CASE status WHEN 1 THEN 'done' ELSE 'review' END, NULL, NULL, '' FROM bank_card WHERE status <> 2
	UNION ALL SELECT member_id, 'face', CASE state WHEN 'active' THEN 'done' ELSE 'review' END, NULL, NULL, '' FROM face_enrolment WHERE state <> 'ended'
	-- A number is proved for a while, and a session that runs is given up after a while.
	UNION ALL SELECT member_id, 'opt', CASE state WHEN 'succeeded' THEN 'done' WHEN 'code' THEN 'draft' ELSE 'review' END,
		device_id, coalesce(valid_until, expires_at), ''
		FROM carrier_session WHERE kind = 'verify' AND state IN ('starting', 'code', 'waiting', 'succeeded');

-- bankcard: who has a card that money may go to.
CREATE VIEW active_card AS SELECT member_id FROM bank_card WHERE status = 1;

REVOKE INSERT, UPDATE, DELETE ON topic_standing, active_card FROM loanmarket_app;
