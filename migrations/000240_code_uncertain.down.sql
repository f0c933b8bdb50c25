ALTER TABLE sms_code DROP COLUMN uncertain;
