ALTER TABLE sms_code DROP COLUMN network_hash;
