-- A long life of one borrower. The table crowd has a row for each order with what it is made of. The products are for all.
INSERT INTO loan_product (id, code, region, lender_code, status, position, version, created_at)
    SELECT c.product, 'crowd-' || p.region || '-' || n, p.region, p.lender_code, CASE WHEN n % 7 = 0 THEN 'suspended' ELSE 'active' END, 100 + n, 1, c.at
    FROM crowd c JOIN loan_product p ON p.id = c.like_product
    ON CONFLICT (code) DO NOTHING;
INSERT INTO loan_product_version
    SELECT (jsonb_populate_record(v, jsonb_build_object('product_id', c.product, 'version', 1, 'name', v.name || ' ' || n))).*
    FROM crowd c JOIN loan_product p ON p.id = c.like_product JOIN loan_product_version v ON v.product_id = p.id AND v.version = p.version
    WHERE EXISTS (SELECT FROM loan_product made WHERE made.id = c.product);
UPDATE crowd c SET product = made.id FROM loan_product p, loan_product made WHERE p.id = c.like_product AND made.code = 'crowd-' || p.region || '-' || n;
INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at, closed_at)
    SELECT card, member, p.region, 'VCB', 'CROWD', '\x00', '\x00', '0000', 'account', 2, at, at
    FROM crowd c JOIN loan_product p ON p.id = c.like_product WHERE n = 1;
INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status,
        applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on)
    SELECT loan, 'C' || translate(loan::text, '-', ''), member, p.region, '20005', c.product, 1, p.lender_code, terms ->> 'currency', 1,
        amount, amount, days, terms, card, at, day
    FROM crowd c JOIN loan_product p ON p.id = c.like_product;
UPDATE loan_order o SET status = 2 FROM crowd c WHERE o.id = c.loan;
UPDATE loan_order o SET status = 3, reject_reason = 'score', closed_at = c.at FROM crowd c WHERE o.id = c.loan AND n % 10 = 0;
UPDATE loan_order o SET status = 4, offer_expires_at = c.at FROM crowd c WHERE o.id = c.loan AND n % 10 > 0;
UPDATE loan_order o SET status = 7, closed_at = c.at FROM crowd c WHERE o.id = c.loan AND n % 10 = 5;
UPDATE loan_order o SET status = 5, confirmed_at = c.at FROM crowd c WHERE o.id = c.loan AND n % 5 > 0;
UPDATE loan_order o SET status = 9, repay_status = 3, closed_at = c.at + days * interval '1 day' FROM crowd c WHERE o.id = c.loan AND n % 5 > 0;
INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) SELECT loan, 0, 1, 'applied', 'member', at FROM crowd;
INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due, settled_on, settled_at)
    SELECT loan, member, amount, received, day, day + days, day + days, interest, total, day + days, at + days * interval '1 day' FROM crowd WHERE n % 5 > 0;
INSERT INTO payment (id, gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, outcome, paid_at, value_date, received_at)
    SELECT paid, 'sandbox', paid, paid, loan, member, 1, total, terms ->> 'currency', 'bank', 'posted', 'payoff', at + days * interval '1 day', day + days, at FROM crowd WHERE n % 5 > 0;
INSERT INTO notice (id, member_id, kind, order_id, params, at, read_at)
    SELECT notice, member, 'settled', loan, jsonb_build_object('no', jsonb_build_object('text', 'C' || translate(loan::text, '-', ''))), at, CASE WHEN n > 50 THEN at END FROM crowd;
INSERT INTO support_ticket (id, ticket_no, member_id, kind, due_on, created_at, state, closed_at)
    SELECT ticket, 'C' || ticket, member, 'message', day, at, 'closed', at FROM crowd;
INSERT INTO support_message (ticket_id, author, body, created_at) SELECT ticket, 'borrower', n::text, at FROM crowd
