-- Inserts 100,000 other borrowers, so that the query plans are those of a large market. The table template holds the id of an
-- order whose terms are copied, and the current time.
CREATE TEMP TABLE who AS
SELECT n, uuidv7() AS member, uuidv7() AS device, uuidv7() AS card, uuidv7() AS file,
    uuidv7() AS loan, uuidv7() AS intent, uuidv7() AS paid, sha256(n::text::bytea) AS hash,
    t.now - n * interval '20 minutes' AS at, (t.now - n * interval '20 minutes')::date AS day, t.now
FROM generate_series(1, 100000) n, template t;
INSERT INTO member (id, region, phone, phone_hash, lang, created_at) SELECT member, 'vi', '08' || lpad(n::text, 8, '0'), hash, 'vi', at FROM who;
INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) SELECT device, member, hash, at, at, at FROM who;
INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at) SELECT hash, member, device, '20005', at, now + interval '30 days' FROM who;
INSERT INTO sms_code (region, phone_hash, type, code_hmac, sent_at, expires_at, used_at) SELECT 'vi', hash, 200, hash, now - n * interval '1.5 seconds', now, now FROM who;
INSERT INTO image_code (region, phone_hash, answer_hmac, created_at, expires_at) SELECT 'vi', hash, hash, at, at FROM who;
INSERT INTO rate_limit (bucket, window_start, hits, expires_at) SELECT 'sms.phone:' || n, now, 1, now + interval '1 day' FROM who;
INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at) SELECT member::text, 'loan/apply', 'key-' || n || '-of-it', hash, now, now + interval '1 day' FROM who;
INSERT INTO hook_event (source, event_id, received_at) SELECT 'payment:sandbox', 'E' || n, at FROM who;
INSERT INTO audit_log (at, actor, action, subject) SELECT at, 'job:payout', 'bank_card.read', 'bank_card:' || card FROM who;
INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) SELECT file, member, 'identity', file::text, 'image/jpeg', 1, hash, at FROM who;
INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
    SELECT member, 'vi', 'X', 'x', hash, '1234', '1990-01-01', 0, file, file, at FROM who;
INSERT INTO personal_info (member_id, nickname, education, marital, children_num, home_area, detail_address, residence_time, submitted_at)
    SELECT member, 'X', 4, 1, 0, '{01}', 'x', 5, at FROM who;
INSERT INTO company_info (member_id, company_name, company_area, company_address, profession_scheme, profession_type, monthly_income, work_time, submitted_at)
    SELECT member, 'X', '{01}', 'x', 'isco08', 1, 4, 5, at FROM who;
INSERT INTO contact (member_id, position, relationship, name, phone, submitted_at) SELECT member, 1, 1, 'X', '0900000001', at FROM who;
INSERT INTO verification_draft (member_id, topic, device_id, data_enc, saved_at) SELECT member, 'personal', device, 'x', at FROM who;
INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, is_default, created_at)
    SELECT card, member, 'vi', 'VCB', 'X', 'x', hash, '1234', 'account', 1, true, at FROM who;
INSERT INTO bank_card_review (card_id, state, created_at, decided_at) SELECT card, 'approved', at, at FROM who;
INSERT INTO credit_profile (member_id, currency, credit_limit, score) SELECT member, 'VND', 15000000, 600 FROM who;
INSERT INTO credit_event (member_id, kind, limit_after, score_after, order_id, at) SELECT member, 'settled_late', 1, 600, loan, at FROM who;
INSERT INTO product_freeze (member_id, product_id, available_at, reason) SELECT w.member, o.product_id, w.now + interval '1 day', 'x' FROM who w, loan_order o, template t WHERE o.id = t.order_id;
INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
        applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on, offer_expires_at, confirmed_at, mend_until, reject_reason)
    SELECT w.loan, 'N' || n, w.member, 'vi', '20005', o.product_id, o.product_version, o.lender_code, 'VND', s.status, CASE WHEN s.status = 9 THEN 1 + 2 * (n % 2) END,
        1000, 1000, 91, o.terms, w.card, applied.at, applied.at::date, w.now + interval '1 day', w.at, w.now + interval '1 day', CASE WHEN s.status = 3 THEN 'x' END
    FROM who w, loan_order o, template t, LATERAL (SELECT CASE WHEN n % 20 < 9 THEN n % 20 + 1 ELSE 9 END AS status) s,
        -- No decision of a lender is overdue. Otherwise the job for overdue decisions would be busy all the time.
        LATERAL (SELECT CASE WHEN s.status IN (1, 2) THEN w.now - n % 2000 * interval '1 minute' ELSE w.at END AS at) applied
    WHERE o.id = t.order_id;
INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) SELECT loan, 9, 9, 'payment_received', 'bank', at FROM who, generate_series(1, 3);
INSERT INTO contract_acceptance (order_id, stage, version, lang, body, sha256, accepted_at, device_id) SELECT loan, 'application', '1', 'vi', 'x', hash, at, device FROM who;
INSERT INTO disbursement (order_id, attempt, reference, bank_card_id, amount, currency, state, created_at, finished_at) SELECT loan, 1, 'D' || n, card, 1000, 'VND', 'succeeded', at, at FROM who;
INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due, settled_on, settled_at)
    SELECT loan, member, 1000, 1000, day, day + 91, day + 91, 10, 1010, CASE WHEN n % 2 = 1 THEN day END, CASE WHEN n % 2 = 1 THEN at END FROM who;
INSERT INTO loan_document (order_id, kind, lang, file_id, sha256, created_at) SELECT loan, 'contract', 'vi', file, hash, at FROM who;
INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, state, created_at, expires_at)
    SELECT intent, loan, member, 'repayment', 'bank', 5, 'VND', '{}', 'XX' || n, hash, 'expired', at, at FROM who;
INSERT INTO payment (id, gateway, gateway_reference, serial_number, intent_id, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
    SELECT paid, 'sandbox', 'B' || n, 'S' || n, intent, loan, member, 1, 5, 'VND', 'bank', 'posted', at, day, at FROM who;
INSERT INTO payment_allocation (payment_id, round, component, amount) SELECT paid, 1, 'principal', 5 FROM who;
INSERT INTO payment_reversal (payment_id, gateway_reference, reason, reported_at) SELECT paid, 'V' || n, 'x', at FROM who;
INSERT INTO refund (order_id, payment_id, amount, currency, reference, state, created_at, finished_at) SELECT loan, paid, 1, 'VND', 'F' || n, 'succeeded', at, at FROM who;
INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, created_at) SELECT paid, 'k' || n, 'payment', loan, day, day, at FROM who;
INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount) SELECT paid, s, loan, 'bank', 'VND', 3 - 2 * s FROM who, generate_series(1, 2) s;
INSERT INTO ledger_balance (scope, account, currency, balance) SELECT loan, 'bank', 'VND', 5 FROM who;
INSERT INTO consent (member_id, kind, version, granted, at, device_id) SELECT member, kind, '1.0', true, at, device FROM who, unnest(ARRAY['terms', 'privacy']) kind WHERE n <= 20000;
INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, at) SELECT member, true, 'organic', '20005', false, at FROM who WHERE n <= 20000;
INSERT INTO conversion (member_id, event, subject, channel_code, state, at) SELECT member, 'registration', member::text, 'organic', 'sent', at FROM who WHERE n <= 20000;
INSERT INTO device_approval (member_id, device_id, digits, address, network, asked_at, expires_at) SELECT member, device, '42', 'x', 'x', at, at FROM who WHERE n <= 20000;
INSERT INTO support_ticket (ticket_no, member_id, kind, order_id, state, due_on, created_at, device_id)
    SELECT 'YC' || n, member, 'complaint', loan, 'open', day, at, CASE WHEN n % 2 = 0 THEN device END FROM who WHERE n <= 20000;
INSERT INTO support_message (ticket_id, author, body, created_at) SELECT id, 'borrower', 'x', created_at FROM support_ticket, generate_series(1, 3);
INSERT INTO support_draft (member_id, name, device_id, data, saved_at) SELECT member, 'message', device, '{}', at FROM who WHERE n <= 20000;
INSERT INTO notice (member_id, kind, order_id, subject, at, read_at) SELECT member, 'settled', loan, NULL, at, CASE WHEN s > 1 THEN at END FROM who, generate_series(1, 4) s WHERE n <= 20000;
INSERT INTO notice (member_id, kind, order_id, subject, at) SELECT member_id, 'ticket_answered', NULL, id, created_at FROM support_ticket;
INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, repaid, created_at, check_at) SELECT member, loan, 'promise', 1000000000, 'VND', now::date + 10, 0, at, now + interval '6 hours' FROM who WHERE n % 10 = 0 AND n <= 20000;
INSERT INTO repayment_proof (order_id, member_id, file_ids, created_at) SELECT loan, member, ARRAY[file], at FROM who WHERE n <= 20000