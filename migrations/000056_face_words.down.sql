-- What was said about biometric data goes with the word for it, as the rows of a table that is dropped would.
DELETE FROM sms_code WHERE type = 205;
ALTER TABLE sms_code DROP CONSTRAINT sms_code_type_check;
ALTER TABLE sms_code ADD CONSTRAINT sms_code_type_check CHECK (type IN (200, 201, 202, 203, 204));
DELETE FROM consent WHERE kind = 'biometrics';
ALTER TABLE consent DROP CONSTRAINT consent_kind_check;
ALTER TABLE consent ADD CONSTRAINT consent_kind_check
    CHECK (kind IN ('terms', 'privacy', 'data_processing', 'credit_check', 'marketing', 'analytics'));
