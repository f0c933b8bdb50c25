-- Inserts rows that only jobs and operators read. It runs after crowd.sql in the same session. Most rows are as jobs that are up to
-- date leave them, and a few are due.
UPDATE file_object SET in_use = true FROM who WHERE id = file AND n > 100;
UPDATE sms_code SET sent_at = now - n * interval '1.75 seconds' FROM who WHERE phone_hash = hash;
UPDATE image_code SET created_at = now - n * interval '1.75 seconds' FROM who WHERE phone_hash = hash;
UPDATE hook_event SET received_at = now - n * interval '80 seconds' FROM who WHERE event_id = 'E' || n;
UPDATE device_approval SET asked_at = now - n * interval '7 minutes' FROM who WHERE member_id = member;
UPDATE member SET status = 'deleting' FROM who WHERE id = member AND n % 20 = 2 AND n < 100;
UPDATE support_ticket SET state = 'closed', closed_at = created_at FROM who WHERE member_id = member AND n > 100;
UPDATE hardship SET state = 'kept', ended_at = created_at FROM who WHERE member_id = member AND n > 100;
UPDATE hardship SET check_at = created_at WHERE state = 'open';
UPDATE repayment_proof SET state = 'rejected', reason = 'unreadable', decided_at = created_at FROM who WHERE member_id = member AND n > 100;
REINDEX TABLE support_ticket;
REINDEX TABLE hardship;
REINDEX TABLE repayment_proof;
INSERT INTO account_deletion (member_id, requested_at, due_at, outcome, ended_at, papers_until, erased_again_at)
    SELECT member, at - interval '1 day', at, o.outcome, CASE WHEN o.outcome IS NOT NULL THEN at END,
        CASE WHEN o.outcome = 'done' THEN CASE WHEN n < 30 THEN now ELSE now + interval '5 years' END END, CASE WHEN n > 20 THEN at END
    FROM who, LATERAL (SELECT CASE WHEN n % 20 = 2 AND n < 100 THEN NULL WHEN n % 2 = 0 THEN 'withdrawn' ELSE 'done' END AS outcome) o;
INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) SELECT card, member, 'face', card::text, 'image/jpeg', 1, hash, now - n * interval '78 seconds' FROM who;
INSERT INTO face_enrolment (member_id, state, comparison, descriptor, template_enc, file_id, created_at) SELECT member, CASE n % 1000 WHEN 0 THEN 'review' ELSE 'active' END, 'alike', 'x', 'x', card, at FROM who;
INSERT INTO face_check (token_hash, scene, member_id, device_id, app_product_id, state, nonce, steps, opened_at, expires_at, ended_at)
    SELECT hash, 'login', member, device, '20005', 'passed', '', '{}', x.at, x.at, x.at FROM who, LATERAL (SELECT now - n * interval '78 seconds' AS at) x;
INSERT INTO face_frame (member_id, hash, seen_at) SELECT member, hash, now - n * interval '78 seconds' FROM who;
INSERT INTO reminder (member_id, order_id, due_date, day, send_on, state, created_at) SELECT member, loan, day + 91, 0, day, 'sent', at FROM who;
INSERT INTO payment_alarm (kind, payment_id, raised_at, closed_at, closed_by) SELECT 'returned_and_reversed', paid, at, CASE WHEN n > 100 THEN at END, CASE WHEN n > 100 THEN 'lan' ELSE '' END FROM who;
INSERT INTO identity_review (member_id, id_number_hash, asked_at) SELECT member, hash, at FROM who WHERE n % 1000 = 0;
INSERT INTO bank_card_review (card_id, created_at) SELECT card, at FROM who WHERE n % 1000 = 0;
UPDATE member SET white_listed = true FROM who WHERE id = member AND n % 1000 = 0;
INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, ended_at) SELECT card, member, 'vi', 'viettel', 'verify', 'code', 'expired', at, at, at FROM who;
INSERT INTO tracking_record (phone_hash, page_id, button_id, at) SELECT hash, 'home', '', now - n * interval '78 seconds' FROM who;
INSERT INTO partial_reversal (payment_id, gateway_reference, amount, currency, booked, reason, reported_at) SELECT paid, 'P' || n, 1, 'VND', true, 'x', at FROM who WHERE n <= 20000;
INSERT INTO partial_reversal_decision (reversal_id, outcome, decided_at, decided_by, note)
    SELECT id, 'dismissed', reported_at, 'lan', 'x' FROM partial_reversal WHERE substr(gateway_reference, 2)::int > 100;
INSERT INTO payment_alarm (kind, payment_id, raised_at) SELECT 'partial_reversal', paid, at FROM who WHERE n <= 100;
INSERT INTO river_job (args, kind, max_attempts, queue, state, attempt, scheduled_at, attempted_at, finalized_at)
    SELECT jsonb_build_object('orderId', loan), 'order.payout', 5, 'money', 'completed', 1, f.at, f.at, f.at FROM who, LATERAL (SELECT now() - n * interval '0.5 seconds' AS at) f
