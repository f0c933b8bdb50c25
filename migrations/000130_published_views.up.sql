-- What a domain lets others read of its tables. Who does not own a table reads its view and nothing else
-- (api/internal/arrows_test.go), so that an owner can change its tables as long as the views say the same.

-- loan: which order is whose, and whether something is owed on it.
CREATE VIEW order_reference AS
	SELECT o.id AS order_id, o.order_no, o.member_id, (l.order_id IS NOT NULL AND l.settled_on IS NULL) AS owing
	FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id;

-- kyc: who has proved an identity, and the tail of its number.
CREATE VIEW proved_identity AS SELECT member_id, id_last4 FROM identity;

-- member: under which phone number a member is known, by its keyed hash, and since when on a device of their own. Phone
-- numbers are recycled: what was done with the number before is somebody else's.
CREATE VIEW member_number AS
	SELECT m.id AS member_id, m.phone_hash, (SELECT min(d.created_at) FROM device d WHERE d.member_id = m.id AND d.trusted_at IS NOT NULL) AS trusted_since
	FROM member m;

-- face: in which sessions a face was judged.
CREATE VIEW judged_session AS SELECT session_id FROM face_check;

REVOKE INSERT, UPDATE, DELETE ON order_reference, proved_identity, member_number, judged_session FROM loanmarket_app;
