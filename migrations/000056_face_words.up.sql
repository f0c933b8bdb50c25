-- What face checks add to the words of a member: a code for a device's key, and a consent of its own.
ALTER TABLE sms_code DROP CONSTRAINT sms_code_type_check;
ALTER TABLE sms_code ADD CONSTRAINT sms_code_type_check CHECK (type IN (200, 201, 202, 203, 204, 205));
ALTER TABLE consent DROP CONSTRAINT consent_kind_check;
ALTER TABLE consent ADD CONSTRAINT consent_kind_check
    CHECK (kind IN ('terms', 'privacy', 'data_processing', 'credit_check', 'marketing', 'analytics', 'biometrics'));
