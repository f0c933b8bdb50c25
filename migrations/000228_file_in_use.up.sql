-- base/media: whether a picture was found to be named by what its borrower handed in, when it was looked at last. One that nothing names
-- goes when it has had its time.
ALTER TABLE file_object ADD COLUMN in_use boolean NOT NULL DEFAULT false;

-- kyc, bankcard, repay: which files they name. ticket_file is that of support.
CREATE VIEW identity_file AS SELECT member_id, unnest(ARRAY[front_file_id, back_file_id]) AS file_id FROM identity;
CREATE VIEW bank_card_file AS SELECT member_id, passbook_file_id AS file_id FROM bank_card WHERE passbook_file_id IS NOT NULL;
-- By their orders: those of a member are found by an index.
CREATE VIEW proof_file AS SELECT o.member_id, unnest(p.file_ids) AS file_id FROM loan_order o JOIN repayment_proof p ON p.order_id = o.id;

REVOKE INSERT, UPDATE, DELETE ON identity_file, bank_card_file, proof_file FROM loanmarket_app;
