DROP INDEX device_hash;
ALTER TABLE sms_code DROP COLUMN asker_hash;
