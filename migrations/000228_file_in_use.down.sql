DROP VIEW proof_file, bank_card_file, identity_file;
ALTER TABLE file_object DROP COLUMN in_use;
