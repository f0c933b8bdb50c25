-- domain/repay: a payment is its order's, whose key is still looked for and says whose it is. The look for its member locked the
-- member's row; no order and no member is deleted.
ALTER TABLE payment ALTER CONSTRAINT payment_member_id_fkey NOT ENFORCED;
